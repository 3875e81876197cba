import Glibc
import PlumbInterface
import TestSupport

/// What figures depend on: the machine, and the versions of what ran.
enum Machine {
  static func print() {
    let processor = value(of: "model name", in: "/proc/cpuinfo", separator: ":")
    let system = value(of: "PRETTY_NAME", in: "/etc/os-release", separator: "=")
    let kernel = lines(of: "/proc/sys/kernel/osrelease").first ?? "unknown"
    let load = lines(of: "/proc/loadavg").first?.split(separator: " ").first ?? "unknown"
    Swift.print(
      """
      Machine: \(processor), \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) processors, load \(load) at the start
      System: \(system), kernel \(kernel)
      Versions: plumbd \(Release.version), iio-sensor-proxy \(version(of: "iio-sensor-proxy")), \
      systemd \(version(of: "systemd")), libiio \(version(of: "libiio0")), \(compiler)
      """)
  }

  private static func value(of key: String, in file: String, separator: Character) -> String {
    let line = lines(of: file).first { $0.hasPrefix(key) }
    let value = line?.split(separator: separator, maxSplits: 1).last ?? "unknown"
    return value.drop { $0 == " " }.filter { $0 != "\"" }
  }

  /// A Debian package's version.
  private static func version(of package: String) -> String {
    let shown = try? Program.run("/usr/bin/dpkg-query", ["-W", "-f", "${Version}", package])
    guard let shown, shown.ended.status == 0, !shown.program.standardOutput.isEmpty else { return "not installed" }
    return shown.program.standardOutput
  }

  private static var compiler: String {
    #if compiler(>=6.4)
      "Swift 6.4 or later"
    #elseif compiler(>=6.3)
      "Swift 6.3"
    #else
      "Swift 6.2"
    #endif
  }
}

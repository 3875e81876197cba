import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// A client that others have made, as `Clients/fetch` has left it on this machine.
enum ForeignClient: String {
  /// Python with the packages `varlink` and `asyncvarlink`.
  case python = "python/bin/python"
  /// Debian 13's varlinkctl.
  case varlinkctl = "debian13/varlinkctl"
  /// Debian 12's monitor-sensor.
  case monitorSensor12 = "proxy12/monitor-sensor"
  /// Debian 13's monitor-sensor.
  case monitorSensor13 = "proxy13/monitor-sensor"
  /// Debian 12's iio-sensor-proxy: the service that plumbd takes the place of.
  case iioSensorProxy12 = "proxy12/iio-sensor-proxy"
  /// Debian 13's iio-sensor-proxy.
  case iioSensorProxy13 = "proxy13/iio-sensor-proxy"

  static let folder = Program.packageFolder + "/Tests/SystemTests/Clients/"

  private static let cache: String = {
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    return variable("PLUMB_CLIENTS_CACHE")
      ?? (variable("XDG_CACHE_HOME") ?? (variable("HOME") ?? "") + "/.cache") + "/plumbd-clients"
  }()

  /// The program; skips the test where it is not there, with the reason that `fetch` was given.
  func path() throws -> String {
    let path = Self.cache + "/" + rawValue
    guard access(path, X_OK) == 0 else {
      let file = Self.cache + "/" + rawValue.prefix { $0 != "/" } + ".reason"
      let reason = (try? String(contentsOfFile: file, encoding: .utf8))?.split(separator: "\n").first
      try Test.cancel("\(reason ?? "Tests/SystemTests/Clients/fetch has not run"): no \(path)")
    }
    return path
  }

  /// Starts it as a client of a daemon.
  func start(_ words: String..., daemon: TestDaemon) throws -> Program {
    try Program(path(), words, environment: ["PLUMBD_SOCKET": daemon.socket])
  }

  /// Runs it to its end; what it wrote and its status.
  func run(_ words: String..., daemon: TestDaemon) throws -> (output: String, errors: String, status: Int32?) {
    let (program, ended) = try Program.run(path(), words, environment: ["PLUMBD_SOCKET": daemon.socket])
    return (program.standardOutput, program.standardError, ended.status)
  }
}

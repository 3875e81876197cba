import Configuration
import Glibc

/// What a machine says of itself that matters here, and none of its serial numbers.
struct HostFacts {
  /// A fact and its value.
  typealias Row = (term: String, text: String)

  /// Kernel, distribution, service manager, desktop.
  var versions: [Row] = []
  /// Vendor and model, by the firmware.
  var machine: [Row] = []
  /// Built-in panels with their preferred modes, by the kernel.
  var panels: [Row] = []
  /// IIO devices by their drivers' names.
  var devices: [Row] = []
  /// Units: plumbd's own, and those that may be in its way.
  var units: [Row] = []
  /// The service's last warnings and errors; nil where the journal cannot be asked.
  var log: [String]?

  /// DMI's files that say what the machine is; those with serial numbers, uuids and asset tags are left alone.
  private static let dmi = [
    "sys_vendor", "product_name", "product_version", "product_family", "board_vendor", "board_name", "chassis_type",
    "bios_version",
  ]
  private static let units = ["plumbd.service", "plumbd.socket", "iio-sensor-proxy.service"]
  private static let unitProperties = [
    "LoadState", "ActiveState", "SubState", "Result", "NRestarts", "StatusText", "FragmentPath", "DropInPaths",
  ]

  /// Asks this machine.
  static func ofThisMachine() -> HostFacts {
    var facts = HostFacts()
    facts.readVersions()
    facts.readMachine()
    facts.readDevices()
    if access("/run/systemd/system", F_OK) == 0 { facts.askServiceManager() }
    return facts
  }

  private mutating func readVersions() {
    var name = utsname()
    if uname(&name) == 0 {
      let words: [String] = [Self.text(name.sysname), Self.text(name.release), Self.text(name.machine)]
      versions.append(("kernel", words.joined(separator: " ")))
    }
    let release = Self.lines(of: "/etc/os-release").first { $0.hasPrefix("PRETTY_NAME=") }
    if let release {
      versions.append(("distribution", release.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" }))
    }
    if let line = CapturedProgram.output(of: ["systemctl", "--version"])?.split(separator: "\n").first {
      versions.append(("systemd", line.split(separator: " ").dropFirst().joined(separator: " ")))
    }
    let desktop = ["XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP"].compactMap { (name: String) in
      getenv(name).map { String(cString: $0) }
    }
    if !desktop.isEmpty { versions.append(("desktop", desktop.joined(separator: ", "))) }
  }

  private mutating func readMachine() {
    for name in Self.dmi {
      if let value = Self.lines(of: "/sys/class/dmi/id/" + name).first { machine.append((name, value)) }
    }
    let identity = MachineIdentity.ofThisMachine()
    if let pattern = identity.dmiPattern { machine.append(("dmi pattern", pattern)) }
    if !identity.compatible.isEmpty { machine.append(("compatible", identity.compatible.joined(separator: ", "))) }
  }

  private mutating func readDevices() {
    let connectors = Self.names(in: "/sys/class/drm").filter { name in
      ["-eDP-", "-LVDS-", "-DSI-"].contains { name.contains($0) }
    }
    for connector in connectors {
      let folder = "/sys/class/drm/" + connector
      let status = Self.lines(of: folder + "/status").first ?? "unknown"
      panels.append((connector, [status, Self.lines(of: folder + "/modes").first ?? ""].joined(separator: " ")))
    }
    for device in Self.names(in: "/sys/bus/iio/devices") where device.hasPrefix("iio:") {
      devices.append((device, Self.lines(of: "/sys/bus/iio/devices/\(device)/name").first ?? "without a name"))
    }
  }

  private mutating func askServiceManager() {
    for unit in Self.units {
      let answer = CapturedProgram.output(
        of: ["systemctl", "show", unit, "--property", Self.unitProperties.joined(separator: ",")])
      guard let answer else { continue }
      // A property without a value says nothing.
      let set = answer.split(separator: "\n").filter { !$0.hasSuffix("=") }
      units.append((unit, set.joined(separator: " ")))
    }
    log = CapturedProgram.output(of: [
      "journalctl", "--unit", "plumbd.service", "--boot", "--priority", "warning", "--lines", "20", "--output",
      "short-iso", "--no-hostname", "--quiet", "--no-pager",
    ])?.split(separator: "\n").map(String.init)
  }

  // MARK: Files

  /// A C array of characters, up to its NUL.
  private static func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
  }

  private static func lines(of path: String) -> [String] {
    guard let file = fopen(path, "re") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = text(entry.pointee.d_name)
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}

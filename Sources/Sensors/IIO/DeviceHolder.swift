import Glibc

/// The process that has a device node open.
nonisolated struct DeviceHolder: Sendable, Hashable, CustomStringConvertible {
  /// Its program's name.
  var name: String
  /// Its process id.
  var process: Int32
  /// Whether only its name speaks against it, since its open files are hidden from this user.
  var isPresumed = false

  /// Programs that read accelerometers.
  private static let readers: Set = ["iio-sensor-proxy", "iio_readdev", "iio_rwdev", "iiod", "plumbd"]

  /// Name and process id, and a doubt where there is one.
  var description: String { (isPresumed ? "another program, presumably " : "") + "\(name) (pid \(process))" }

  /// What its user can do about it.
  var cure: String {
    name == "iio-sensor-proxy"
      ? "`systemctl disable --now iio-sensor-proxy` frees it (plumbd does that service's job)" : "ending it frees it"
  }

  /// Looks through the open files of every process; nil where none is known or presumed to have it open.
  ///
  /// A service without privilege may see the names of other users' programs but not their files. Takes as long as the
  /// machine has processes: not for the main loop.
  static func find(node: String) -> DeviceHolder? {
    var hidden: [Int32] = []
    for process in (entries(of: "/proc") ?? []).compactMap(Int32.init) where process != getpid() {
      let folder = "/proc/\(process)/fd"
      guard let descriptors = entries(of: folder) else {
        hidden.append(process)
        continue
      }
      for descriptor in descriptors where target(of: "\(folder)/\(descriptor)")?.hasSuffix(node) == true {
        return DeviceHolder(name: name(of: process), process: process)
      }
    }
    return presumed(among: hidden)
  }

  /// The first process whose program is one that reads accelerometers.
  static func presumed(among processes: [Int32]) -> DeviceHolder? {
    processes.lazy.map { DeviceHolder(name: name(of: $0), process: $0, isPresumed: true) }
      .first { readers.contains($0.name) }
  }

  /// What is in a folder; nil where it may not be looked into.
  private static func entries(of folder: String) -> [String]? {
    guard let directory = opendir(folder) else { return nil }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  private static func target(of link: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink(link, &buffer, buffer.count)
    guard length > 0 else { return nil }
    return String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The command line's first word, because `comm` is cut off after 15 bytes.
  private static func name(of process: Int32) -> String {
    for (file, end) in [("cmdline", UInt8(0)), ("comm", UInt8(ascii: "\n"))] {
      let descriptor = open("/proc/\(process)/\(file)", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var buffer = [UInt8](repeating: 0, count: 1024)
      let length = read(descriptor, &buffer, buffer.count)
      guard length > 0 else { continue }
      let word = String(decoding: buffer[..<length].prefix { $0 != end }, as: UTF8.self)
      if let name = word.split(separator: "/").last, !name.isEmpty { return String(name) }
    }
    return "an unknown program"
  }
}

import Glibc

/// The process that has a device node open.
nonisolated struct DeviceHolder: Sendable, Hashable, CustomStringConvertible {
  /// Its program's name.
  var name: String
  /// Its process id.
  var process: Int32

  /// Name and process id.
  var description: String { "\(name) (pid \(process))" }

  /// What its user can do about it.
  var cure: String {
    name == "iio-sensor-proxy"
      ? "`systemctl disable --now iio-sensor-proxy` frees it (plumbd does that service's job)" : "ending it frees it"
  }

  /// Looks through the open files of every process that may be looked at; nil where none of these has it.
  ///
  /// Takes as long as the machine has processes: not for the main loop.
  static func find(node: String) -> DeviceHolder? {
    for process in entries(of: "/proc").compactMap(Int32.init) where process != getpid() {
      let folder = "/proc/\(process)/fd"
      for descriptor in entries(of: folder) where target(of: "\(folder)/\(descriptor)")?.hasSuffix(node) == true {
        return DeviceHolder(name: name(of: process), process: process)
      }
    }
    return nil
  }

  private static func entries(of folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
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

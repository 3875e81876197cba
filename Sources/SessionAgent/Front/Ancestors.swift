import Glibc

/// Which processes a process descends from.
enum Ancestors {
  /// More are not looked for: what is so far up is not the application.
  private static let most = 32

  /// The parent, its parent and so on, without the first process of all.
  static func of(_ pid: Int32) -> [Int32] {
    var line: [Int32] = []
    var current = pid
    while line.count < most, let parent = parent(of: current), parent > 1 {
      line.append(parent)
      current = parent
    }
    return line
  }

  private static func parent(of pid: Int32) -> Int32? {
    guard let file = fopen("/proc/\(pid)/stat", "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = fread(&bytes, 1, bytes.count, file)
    return parent(in: bytes[..<count])
  }

  /// The fourth field of a line of proc(5)'s `stat`; the second one, the name, may hold anything, parentheses too.
  static func parent(in line: ArraySlice<UInt8>) -> Int32? {
    guard let end = line.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = line[(end + 1)...].split(separator: UInt8(ascii: " "))
    return fields.count > 1 ? Int32(String(decoding: fields[1], as: UTF8.self)) : nil
  }
}

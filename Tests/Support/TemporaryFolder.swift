import CLinux
import FoundationEssentials
import Glibc

/// A folder that is gone with the test.
@MainActor public final class TemporaryFolder {
  /// Where it is.
  public let path: String

  /// Makes one.
  public init() throws {
    var template = Array("/tmp/plumbd-test.XXXXXX".utf8CString)
    let made = mkdtemp(&template).map { String(cString: $0) }
    path = try require(made, "no folder under /tmp")
  }

  isolated deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A path inside.
  public func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file inside, and returns its path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    let file = file(name)
    let descriptor = plumb_open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    try require(descriptor >= 0, "cannot write \(file)")
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    try require(Glibc.write(descriptor, bytes, bytes.count) == bytes.count, "cannot write \(file)")
    return file
  }
}

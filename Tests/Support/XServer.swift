import Glibc

/// An X server without a screen, of the test's own, gone with the object.
public final class XServer {
  /// The server itself.
  public let program: Program
  /// Its name, as `DISPLAY` has it.
  public let display: String

  /// Whether the servers are installed.
  public nonisolated static let areInstalled =
    access("/usr/bin/Xvfb", X_OK) == 0 && access("/usr/bin/Xephyr", X_OK) == 0

  /// Xvfb: a screen in memory, which cannot be turned.
  public static func inMemory(_ size: String = "1000x1000") throws -> XServer {
    try XServer("/usr/bin/Xvfb", ["-screen", "0", size + "x24"], environment: [:])
  }

  /// Xephyr: a screen of 800 by 600 in a window of another server, which can be turned.
  public static func nested(in host: XServer) throws -> XServer {
    try XServer("/usr/bin/Xephyr", ["-screen", "800x600"], environment: ["DISPLAY": host.display])
  }

  private init(_ path: String, _ words: [String], environment: [String: String]) throws {
    program = try Program(
      path, ["-displayfd", "1", "-noreset", "-nolisten", "tcp"] + words, environment: environment)
    display = ":" + (try require(program.nextLine(), "\(path) did not start: \(program.standardError)"))
  }
}

public import Configuration

/// Where the agent's lines for people go.
public struct AgentLog {
  /// How urgent a line is.
  public typealias Level = Configuration.LogSettings.Level

  private let write: (Level, String) -> Void

  /// Hands each line to a closure, which decides whether to write it.
  public init(_ write: @escaping (Level, String) -> Void) { self.write = write }

  func error(_ line: String) { write(.error, line) }
  func warning(_ line: String) { write(.warning, line) }
  func notice(_ line: String) { write(.notice, line) }
  func info(_ line: String) { write(.info, line) }
  func debug(_ line: String) { write(.debug, line) }
}

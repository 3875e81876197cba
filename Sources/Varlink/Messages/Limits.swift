/// Bounds on what one connection may cost.
public struct Limits: Hashable, Sendable {
  /// The longest message taken from the other side, in bytes without its NUL.
  public var messageBytes: Int
  /// How many unwritten bytes stop the connection from taking further calls.
  public var queuedOutputBytes: Int
  /// How many calls are handled in a turn before other connections have theirs.
  public var callsPerTurn: Int
  /// How many bytes of replies end a turn.
  public var outputBytesPerTurn: Int
  /// How many arrays and objects may enclose each other in a message.
  public var nesting: Int

  /// The standard bound on nesting.
  ///
  /// A controller tree of 256 levels, the most that a service can be configured for, needs two for each and a few around
  /// it. Reading and decoding recurse: a debugging build needs 11 KiB of stack a level, and has 8 MiB.
  public static let standardNesting = 2 * 256 + 16

  /// A service's limits: 256 KiB a message, 1 MiB of unread replies, 16 calls or 16 KiB of replies a turn.
  public init(
    messageBytes: Int = 256 * 1024, queuedOutputBytes: Int = 1024 * 1024, callsPerTurn: Int = 16,
    outputBytesPerTurn: Int = 16 * 1024, nesting: Int = Self.standardNesting
  ) {
    self.messageBytes = messageBytes
    self.queuedOutputBytes = queuedOutputBytes
    self.callsPerTurn = callsPerTurn
    self.outputBytesPerTurn = outputBytesPerTurn
    self.nesting = nesting
  }

  /// A client's limits: it trusts its service with 16 MiB a reply.
  public static let client = Limits(messageBytes: 16 * 1024 * 1024)
}

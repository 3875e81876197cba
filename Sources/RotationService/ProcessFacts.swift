/// What is known of a running process.
public struct ProcessFacts: Sendable, Hashable {
  /// The process that it is a child of.
  public let parent: Int32
  /// Its real user.
  public let uid: UInt32

  /// Describes a process.
  public init(parent: Int32, uid: UInt32) {
    self.parent = parent
    self.uid = uid
  }
}

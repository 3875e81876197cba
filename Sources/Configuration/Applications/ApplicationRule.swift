import Glibc
public import Orientation

/// Which ways an application can be shown that does not say so itself.
public struct ApplicationRule: Sendable, Hashable {
  /// The application's id, or a pattern of fnmatch(3) for several.
  public let pattern: String
  /// The orientations; never empty.
  public var supported: InterfaceOrientationMask
  /// The file that says so.
  public let file: String

  /// Makes a rule.
  public init(pattern: String, supported: InterfaceOrientationMask, file: String) {
    self.pattern = pattern
    self.supported = supported
    self.file = file
  }
}

/// The rules in force, highest rank first.
public struct ApplicationRules: Sendable, Hashable {
  /// One list of rules a rank, each in the order in which they were read.
  public var ranks: [[ApplicationRule]]

  /// Puts ranks together, highest first.
  public init(ranks: [[ApplicationRule]] = []) { self.ranks = ranks }

  /// The rule for an application's id, nil where there is none.
  ///
  /// The highest rank that has one decides; within it a plain id goes before a pattern, and a later rule before an
  /// earlier one.
  public func rule(for id: String) -> ApplicationRule? {
    for rules in ranks {
      let match =
        rules.last { $0.pattern.utf8.elementsEqual(id.utf8) } ?? rules.last { fnmatch($0.pattern, id, 0) == 0 }
      if let match { return match }
    }
    return nil
  }
}

import Spelling

/// The sections of plumbd.conf, in the order in which they are documented.
public enum ConfigurationSection: String, Sendable, Hashable, CaseIterable {
  /// The accelerometer.
  case sensor
  /// From samples to a device orientation.
  case estimation
  /// The built-in panel.
  case panel
  /// While no application is in front.
  case `default`
  /// Who may do what without logind.
  case access
  /// What one client may ask for.
  case limits
  /// Where clients connect.
  case socket
  /// What is answered on the system bus.
  case bus
  /// What is logged.
  case log
  /// What is kept over a restart.
  case state
}

/// One key of plumbd.conf: its names, its sentence, and what it takes.
///
/// The table `all` drives reading, messages, the configuration in force, and the check that Config/plumbd.conf and
/// the manual page name every key.
public struct ConfigurationKey: Sendable, Identifiable {
  /// The names that no other key shares.
  public struct ID: Sendable, Hashable {
    /// The section.
    public let section: ConfigurationSection
    /// The key's name in it.
    public let name: String
  }

  /// Section and name.
  public let id: ID
  /// What it does, in one sentence.
  public let summary: String
  /// What it takes, in words.
  public let allowed: String

  private let words: [String]
  private let set: @Sendable (String, inout Configuration) -> Bool
  private let get: @Sendable (Configuration) -> String

  /// The section.
  public var section: ConfigurationSection { id.section }
  /// The key's name in its section.
  public var name: String { id.name }
  /// The built-in value.
  public var defaultText: String { text(in: Configuration()) }

  /// The key's value in its usual spelling.
  public func text(in configuration: Configuration) -> String { get(configuration) }

  init<Value>(
    _ section: ConfigurationSection, _ name: String, _ path: WritableKeyPath<Configuration, Value> & Sendable,
    _ syntax: ValueSyntax<Value>, _ summary: String
  ) {
    id = ID(section: section, name: name)
    self.summary = summary
    allowed = syntax.allowed
    words = syntax.words
    set = { text, configuration in
      guard let value = syntax.parse(text) else { return false }
      configuration[keyPath: path] = value
      return true
    }
    get = { configuration in syntax.text(configuration[keyPath: path]) }
  }

  /// Takes the value, or leaves the configuration alone and returns false.
  func assign(_ text: String, to configuration: inout Configuration) -> Bool { set(text, &configuration) }

  /// What was probably meant by a value that the key does not take: quotes, a remark after `#`, a slip of the pen.
  func suggestion(for given: String) -> String? {
    let unremarked = given.firstIndex(of: "#").map { String(given[..<$0]) } ?? given
    let bare = String(unremarked.trimmed { $0 == " " || $0 == "\t" || $0 == "\"" || $0 == "'" })
    var scratch = Configuration()
    if bare != given, assign(bare, to: &scratch) { return bare }
    return Spelling.nearest(to: bare, among: words)
  }
}

extension StringProtocol {
  fileprivate func trimmed(_ isTrimmed: (Character) -> Bool) -> SubSequence {
    var text = self[...]
    while let last = text.last, isTrimmed(last) { text.removeLast() }
    return text.drop(while: isTrimmed)
  }
}

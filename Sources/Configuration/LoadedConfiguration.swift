/// The values in force, and where each of them was written.
public struct LoadedConfiguration: Sendable, Hashable {
  /// The values.
  public let configuration: Configuration
  /// One entry a key, in the order of `ConfigurationKey.all`.
  public let entries: [Entry]

  /// One key's value and where it comes from.
  public struct Entry: Sendable, Hashable {
    /// The section's name without brackets.
    public let section: String
    /// The key's name.
    public let key: String
    /// The value in its usual spelling, whatever spelling the file has.
    public let value: String
    /// The line that set it; nil for a built-in default.
    public let origin: Origin?
  }

  /// A line of a file.
  public struct Origin: Sendable, Hashable {
    /// The file's path.
    public let file: String
    /// The line's number, from 1.
    public let line: Int
  }

  /// The built-in defaults.
  public static let builtIn = LoadedConfiguration(Configuration(), origins: [:])

  /// Reads the contents of files, lowest rank first: a key that several files set has the last one's value.
  ///
  /// - Throws: everything that is wrong in any of them; no value is taken from a set with a mistake in it.
  public init(parsing sources: [ConfigurationSource]) throws(ConfigurationError) {
    var reader = ConfigurationReader()
    for source in sources { reader.read(source) }
    self = try reader.finish()
  }

  init(_ configuration: Configuration, origins: [ConfigurationKey.ID: Origin]) {
    self.configuration = configuration
    entries = ConfigurationKey.all.map { key in
      Entry(section: key.section.rawValue, key: key.name, value: key.text(in: configuration), origin: origins[key.id])
    }
  }
}

/// The contents of one configuration file.
public struct ConfigurationSource: Sendable, Hashable {
  /// The path that messages name.
  public var file: String
  /// The bytes, whatever they are.
  public var bytes: [UInt8]

  /// Makes a source of a file's path and its contents.
  public init(file: String, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes
  }
}

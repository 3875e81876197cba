/// Where rules for applications are looked for: the user's own, the administrator's, and those that were shipped.
///
/// All files `*.conf` of a rank are read in the order of their names. A file takes the place of one of its name in a
/// lower rank, so that a link to /dev/null takes that away.
public struct ApplicationRuleFiles: Sendable, Hashable {
  /// One list of directories a rank, highest rank first.
  public let ranks: [[String]]

  /// The directories of the administrator and of the packages; none need exist.
  public static let system = [
    ["/etc/plumbd/apps.d"], ["/usr/local/lib/plumbd/apps.d", "/usr/lib/plumbd/apps.d"],
  ]

  /// Looks in these directories, highest rank first.
  public init(ranks: [[String]]) { self.ranks = ranks }

  /// The user's own, in a folder such as `~/.config/plumbd`, above the system's.
  public init(userFolder: String?) {
    ranks = (userFolder.map { [[$0 + "/apps.d"]] } ?? []) + Self.system
  }

  /// What was read: the rules of the files that are in order, and everything that is wrong in the others.
  public struct Loaded: Sendable {
    /// The rules.
    public var rules: ApplicationRules
    /// The mistakes, nil where there are none.
    public var error: ConfigurationError?
    /// The files that were read, highest rank first.
    public var files: [String]
    /// The files that could not be read.
    var unread: [String]
  }

  /// Reads every file that there is.
  ///
  /// A rule stands for itself: one with a mistake is left out and told, and keeps no other from its work.
  public func load() -> Loaded {
    var issues: [ConfigurationIssue] = []
    var seen: Set<String> = []
    var read: [String] = []
    var unread: [String] = []
    let rules = ranks.map { directories in
      var reader = ApplicationRuleReader()
      // Of two directories of a rank the first is the higher one.
      for file in DirectoryListing.files(of: directories.reversed(), &issues) where seen.insert(file.name).inserted {
        switch contents(of: file.path) {
        case .success(let bytes):
          read.append(file.path)
          reader.read(ConfigurationSource(file: file.path, bytes: bytes))
        // An editor's temporary file may be gone again by now.
        case .failure(.missing): break
        case .failure(let failure):
          unread.append(file.path)
          reader.report(.init(file: file.path, problem: failure.problem))
        }
      }
      issues += reader.issues
      return reader.rules
    }
    return Loaded(
      rules: ApplicationRules(ranks: rules), error: issues.isEmpty ? nil : ConfigurationError(issues: issues),
      files: read, unread: unread)
  }
}

extension ApplicationRules {
  /// Reads the contents of one file.
  ///
  /// - Throws: everything that is wrong in it.
  public init(parsing source: ConfigurationSource) throws(ConfigurationError) {
    var reader = ApplicationRuleReader()
    reader.read(source)
    guard reader.issues.isEmpty else { throw ConfigurationError(issues: reader.issues) }
    self.init(ranks: [reader.rules])
  }
}

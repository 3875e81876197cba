/// Where device facts are looked for: the user's own, and those that were shipped.
///
/// All files `*.conf` of a rank's directories are read in the order of their names, and of two sections that say the
/// same thing of the same sensor the later one counts. A user's file takes the place of a shipped one of its name.
public struct QuirkFiles: Sendable, Hashable {
  /// The directories of the user's own.
  public let user: [String]
  /// The directories of those that were shipped, lowest rank first.
  public let shipped: [String]

  /// The installed ones; none need exist.
  public static let standard = Self(user: ["/etc/plumbd/quirks.d"])

  /// Looks in these directories.
  public init(user: [String], shipped: [String] = ["/usr/lib/plumbd/quirks.d", "/usr/local/lib/plumbd/quirks.d"]) {
    self.user = user
    self.shipped = shipped
  }

  /// Those that belong to the configuration: beside the file that was named on the command line, else the standard's.
  public init(beside configuration: ConfigurationFiles) {
    guard configuration != .standard, let base = configuration.bases.last else {
      self = .standard
      return
    }
    let directory = base.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    self.init(user: [(base.contains("/") ? directory : ".") + "/quirks.d"])
  }

  /// Reads every file that there is.
  ///
  /// - Throws: everything that is wrong, files and directories that cannot be read included.
  public func load() throws(ConfigurationError) -> LoadedQuirks {
    var issues: [ConfigurationIssue] = []
    let ours = DirectoryListing.files(of: user, &issues)
    let theirs = DirectoryListing.files(of: shipped, &issues).filter { file in
      !ours.contains { $0.name == file.name }
    }
    let quirks = LoadedQuirks(user: Self.read(ours, &issues), shipped: Self.read(theirs, &issues))
    guard issues.isEmpty else { throw ConfigurationError(issues: issues) }
    return quirks
  }

  private static func read(
    _ files: [DirectoryListing.File], _ issues: inout [ConfigurationIssue]
  ) -> [DeviceQuirk] {
    var reader = QuirkReader()
    for file in files {
      switch contents(of: file.path) {
      case .success(let bytes): reader.read(ConfigurationSource(file: file.path, bytes: bytes))
      // An editor's temporary file may be gone again by now.
      case .failure(.missing): break
      case .failure(let failure): reader.report(.init(file: file.path, problem: failure.problem))
      }
    }
    issues += reader.issues
    return reader.quirks
  }
}

/// The device facts in force, each rank in the order in which a later one outranks an earlier one.
public struct LoadedQuirks: Sendable, Hashable {
  /// The user's own.
  public var user: [DeviceQuirk]
  /// Those that were shipped.
  public var shipped: [DeviceQuirk]

  /// Puts the two ranks together.
  public init(user: [DeviceQuirk] = [], shipped: [DeviceQuirk] = []) {
    self.user = user
    self.shipped = shipped
  }

  /// Reads the contents of one file, as one of the user's.
  ///
  /// - Throws: everything that is wrong in it.
  public init(parsing source: ConfigurationSource) throws(ConfigurationError) {
    var reader = QuirkReader()
    reader.read(source)
    guard reader.issues.isEmpty else { throw ConfigurationError(issues: reader.issues) }
    self.init(user: reader.quirks)
  }
}

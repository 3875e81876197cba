/// Where configuration is looked for: base files, lowest rank first, then the drop-ins beside them.
///
/// The drop-ins of a base file `NAME` are the files `NAME.d/*.conf`, sorted by their names over all bases; of two with
/// one name the one beside the higher base counts alone, so that a link to /dev/null there takes the lower one away
/// (the habit of systemd's units).
public struct ConfigurationFiles: Sendable, Hashable {
  /// The base files, lowest rank first.
  public let bases: [String]
  /// Whether a base file that does not exist is a mistake.
  public let required: Bool

  /// The installed ones: the vendor's below the administrator's; neither need exist.
  public static let standard = Self(
    bases: ["/usr/lib/plumbd/plumbd.conf", "/etc/plumbd/plumbd.conf"], required: false)

  /// Looks for these base files, lowest rank first.
  public init(bases: [String], required: Bool) {
    self.bases = bases
    self.required = required
  }

  /// Looks for one base file that must exist, as named on a command line.
  public init(base: String) { self.init(bases: [base], required: true) }

  /// Reads every file that there is.
  ///
  /// - Throws: everything that is wrong, files and directories that cannot be read included.
  public func load() throws(ConfigurationError) -> LoadedConfiguration {
    var reader = ConfigurationReader()
    for file in bases { reader.read(file: file, required: required) }
    // An editor's temporary file may be gone again by now.
    for file in dropIns(&reader) { reader.read(file: file, required: false) }
    return try reader.finish()
  }

  private func dropIns(_ reader: inout ConfigurationReader) -> [String] {
    var issues: [ConfigurationIssue] = []
    let files = DirectoryListing.files(of: bases.map { $0 + ".d" }, &issues)
    for issue in issues { reader.report(issue) }
    return files.map(\.path)
  }
}

extension LoadedConfiguration {
  /// Reads these files, lowest rank first; each must exist.
  ///
  /// - Throws: everything that is wrong in any of them.
  public init(files: [String]) throws(ConfigurationError) {
    var reader = ConfigurationReader()
    for file in files { reader.read(file: file, required: true) }
    self = try reader.finish()
  }
}

extension ConfigurationReader {
  fileprivate mutating func read(file: String, required: Bool) {
    switch contents(of: file) {
    case .success(let bytes): read(ConfigurationSource(file: file, bytes: bytes))
    case .failure(.missing) where !required: break
    case .failure(let failure): report(.init(file: file, problem: failure.problem))
    }
  }
}

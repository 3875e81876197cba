import Orientation

/// Which ways applications can be shown, as files and desktop entries say it at the moment of asking.
///
/// What has changed on disk is read again; mistakes in what was read are told once each time.
public struct ApplicationRuleBook: Sendable {
  /// A file that is none of rules has as many mistakes as lines.
  private static let mostTold = 20

  private let files: ApplicationRuleFiles
  private var entries: DesktopEntries
  private var loaded: ApplicationRuleFiles.Loaded?
  private var stamps: FileStamps?

  /// Keeps the rules of these files, and below them those of desktop entries.
  public init(files: ApplicationRuleFiles, entries: DesktopEntries) {
    self.files = files
    self.entries = entries
  }

  /// Everything that is wrong in rules, and every desktop entry that nobody understands, read anew; in words.
  public mutating func check() -> (rules: [ApplicationRule], files: [String], mistakes: [String]) {
    forget()
    let loaded = files.load()
    var mistakes = loaded.error?.issues.map(\.description) ?? []
    for (file, value) in entries.misunderstood() {
      mistakes.append(
        "\(file): \(DesktopEntry.key): \"\(value)\" is not allowed; allowed: "
          + "\(ValueSyntax<InterfaceOrientationMask>.mask.allowed), with semicolons between")
    }
    return (loaded.rules.ranks.flatMap(\.self), loaded.files, mistakes)
  }

  /// The rule for an application's id, nil where there is none.
  ///
  /// - Parameter complain: Gets the first mistakes in files that had to be read anew, and how many more there are.
  public mutating func rule(for id: String, complain: (String) -> Void) -> ApplicationRule? {
    guard !id.isEmpty else { return nil }
    return rules(complain).rule(for: id) ?? entries.rule(for: id)
  }

  /// Has everything read again.
  public mutating func forget() {
    stamps = nil
    entries.forget()
  }

  private mutating func rules(_ complain: (String) -> Void) -> ApplicationRules {
    if let loaded, stamps == self.stamps(of: loaded) { return loaded.rules }
    let fresh = files.load()
    let issues = fresh.error?.issues ?? []
    for issue in issues.prefix(Self.mostTold) { complain(issue.description) }
    if issues.count > Self.mostTold {
      let left = issues.count - Self.mostTold
      complain(
        "\(left) more \(left == 1 ? "mistake" : "mistakes") in rules for applications: "
          + "plumb-session --check-config lists all")
    }
    loaded = fresh
    stamps = stamps(of: fresh)
    return fresh.rules
  }

  private func stamps(of loaded: ApplicationRuleFiles.Loaded) -> FileStamps {
    FileStamps(of: files.ranks.flatMap(\.self) + loaded.files + loaded.unread)
  }
}

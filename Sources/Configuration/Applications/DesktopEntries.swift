import Glibc

/// The desktop entries of all that is installed, looked through when an application is asked about.
///
/// They are read again when one of them or of their folders has changed.
public struct DesktopEntries: Sendable {
  /// What bounds the reading of a folder that is none of applications.
  private static let mostEntries = 20_000
  private static let deepest = 4

  private let folders: [String]
  private var stamps: FileStamps?
  /// The folders that were looked through, and the entries in them.
  private var scanned: [String] = []
  private var entries: [String: Found] = [:]
  private var count = 0

  private struct Found {
    var entry: DesktopEntry
    var file: String
  }

  /// Looks in folders such as `/usr/share/applications`, highest rank first.
  public init(folders: [String]) { self.folders = folders }

  /// The folders by the environment: `XDG_DATA_HOME`, then `XDG_DATA_DIRS`.
  ///
  /// - Parameter environment: The value of a variable, nil or empty where it is not set.
  public static func folders(_ environment: (String) -> String?) -> [String] {
    func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    let home = value("XDG_DATA_HOME") ?? value("HOME").map { $0 + "/.local/share" }
    let others = value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
    // The specification has relative paths ignored.
    return ([home].compactMap(\.self) + others.split(separator: ":").map(String.init))
      .filter { $0.hasPrefix("/") }.map { $0 + "/applications" }
  }

  /// Forgets what was read.
  public mutating func forget() { stamps = nil }

  /// The rule that an application's own entry gives it, nil where it gives none.
  ///
  /// Its entry is the one of its id's name, else the one that claims its class, else one whose name differs in case
  /// alone, as the classes of X11 do.
  public mutating func rule(for id: String) -> ApplicationRule? {
    readIfChanged()
    guard let found = entries[id] ?? byClass(id) ?? entries[id.lowercased()],
      let supported = found.entry.supported
    else { return nil }
    return ApplicationRule(pattern: id, supported: supported, file: found.file)
  }

  /// Entries whose key nobody understands: the file, and what it says.
  public mutating func misunderstood() -> [(file: String, value: String)] {
    readIfChanged()
    return entries.values.compactMap { found in found.entry.misunderstood.map { (found.file, $0) } }
      .sorted { $0.file < $1.file }
  }

  private func byClass(_ id: String) -> Found? {
    entries.values.filter { $0.entry.windowClass == id }.min { $0.file < $1.file }
  }

  private mutating func readIfChanged() {
    guard stamps == nil || stamps != FileStamps(of: scanned) else { return }
    entries = [:]
    scanned = []
    count = 0
    for folder in folders { read(folder, prefix: "", depth: 0) }
    stamps = FileStamps(of: scanned)
  }

  /// Reads a folder; the ids of what is in folders within it begin with their names and a dash.
  private mutating func read(_ folder: String, prefix: String, depth: Int) {
    scanned.append(folder)
    guard case .success(let names) = DirectoryListing.names(in: folder) else { return }
    for name in names.sorted() where !name.hasPrefix(".") && count < Self.mostEntries {
      let path = folder + "/" + name
      guard name.hasSuffix(".desktop") else {
        if depth + 1 < Self.deepest, isFolder(path) { read(path, prefix: prefix + name + "-", depth: depth + 1) }
        continue
      }
      count += 1
      scanned.append(path)
      let id = prefix + name.dropLast(".desktop".count)
      guard entries[id] == nil, case .success(let bytes) = contents(of: path) else { continue }
      entries[id] = Found(entry: DesktopEntry(bytes), file: path)
    }
  }

  private func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

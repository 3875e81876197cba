import Glibc
import Orientation
import Testing

@testable import Configuration

@Suite struct ApplicationRuleTests {
  private func parsed(_ text: String) throws -> ApplicationRules {
    try ApplicationRules(parsing: ConfigurationSource(file: "a.conf", bytes: Array(text.utf8)))
  }

  @Test(arguments: [
    ("landscape", InterfaceOrientationMask.landscape),
    ("landscape-left, landscape-right", .landscape),
    ("landscapeLeft landscapeRight", .landscape),
    ("portrait-upside-down", .portraitUpsideDown),
    ("portraitUpsideDown,portrait", .init(rawValue: 6)),
    ("all-but-upside-down", .allButUpsideDown),
    ("allButUpsideDown", .allButUpsideDown),
    ("all", .all),
  ])
  func aSectionIsAnApplicationAndItsOrientations(value: String, mask: InterfaceOrientationMask) throws {
    let rule = try #require(try parsed("[org.example.Film]\nsupported = \(value)\n").rule(for: "org.example.Film"))
    #expect(rule.supported == mask)
    #expect(rule.file == "a.conf")
  }

  @Test func theErrorNamesTheWordsOfTheManualPage() throws {
    let error = #expect(throws: ConfigurationError.self) { try parsed("[a]\nsupported = sideways\n") }
    let allowed = try #require(error?.issues.first?.allowed)
    let named = allowed.split { !($0.isLetter || $0 == "-") }.map(String.init)
    let page = try repositoryFile("man/plumbd-apps.5").split(separator: "\n")
    let paragraph = page.drop { $0 != ".It Cm supported" }.dropFirst().prefix { $0 != ".El" }
    let documented = paragraph.filter { $0.hasPrefix(".Cm ") }.map { String($0.split(separator: " ")[1]) }
    #expect(Set(named).subtracting(["allowed", "or", "some", "of"]) == Set(documented))
    #expect(documented.count > 6)
  }

  @Test func aPlainIdGoesBeforeAPatternAndALaterRuleBeforeAnEarlier() throws {
    let rules = try parsed(
      """
      [steam_app_7]
      supported = portrait
      [steam_app_*]
      supported = all
      [steam_*]
      supported = landscape
      """)
    #expect(rules.rule(for: "steam_app_7")?.supported == .portrait)
    #expect(rules.rule(for: "steam_app_8")?.supported == .landscape)
    #expect(rules.rule(for: "Steam_app_8") == nil)
    #expect(rules.rule(for: "") == nil)
  }

  @Test(arguments: [
    ("[a]\n", "a.conf:1: [a]: the section does not say which ways the application can be shown; supported = all,"),
    (
      "[a]\nsupported = lanscape\n",
      #"a.conf:2: [a] supported: "lanscape" is not allowed; did you mean "landscape"? allowed: all,"#
    ),
    ("[a]\nsupported =\n", #"a.conf:2: [a] supported: "" is not allowed; allowed: all,"#),
    ("[a]\nsuported = all\n", #"a.conf:2: [a] suported: unknown key; did you mean "supported"?"#),
    ("[a]\nsupported = all\nsupported = all\n", "a.conf:3: [a] supported: the key is set twice, first in line 2"),
    (
      "[a]\nsupported = all\n[a]\nsupported = all\n",
      "a.conf:3: [a]: the section is there twice, first in line 1"
    ),
    ("supported = all\n", "a.conf:1: supported: the key stands above the first section"),
    ("[a]\nsupported = all\nnonsense\n", #"a.conf:3: "nonsense" is neither [section] nor key = value"#),
  ])
  func mistakesAreNamedWithTheirPlace(text: String, message: String) {
    let error = #expect(throws: ConfigurationError.self) { try parsed(text) }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  @Test func theShippedFilesAreInOrder() throws {
    let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    let loaded = ApplicationRuleFiles(ranks: [[folder + "/Config/apps.d"]]).load()
    #expect(loaded.error == nil)
    #expect(!loaded.files.isEmpty)
  }
}

/// Which file counts, on a disk.
@Suite final class ApplicationRuleFilesTests {
  private let root = "/tmp/plumb-rules-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"

  init() { mkdir(root, 0o700) }
  deinit { remove(root) }

  private func remove(_ path: String) {
    if case .success(let names) = DirectoryListing.names(in: path) {
      for name in names where name != "." && name != ".." { remove(path + "/" + name) }
    }
    if rmdir(path) != 0 { unlink(path) }
  }

  private func write(_ path: String, _ text: String) throws {
    var folder = root
    for part in path.split(separator: "/").dropLast() {
      folder += "/" + part
      mkdir(folder, 0o700)
    }
    let file = try #require(fopen(root + "/" + path, "w"))
    fputs(text, file)
    fclose(file)
  }

  private var book: ApplicationRuleBook {
    ApplicationRuleBook(
      files: ApplicationRuleFiles(ranks: [[root + "/user"], [root + "/etc"], [root + "/local", root + "/usr"]]),
      entries: DesktopEntries(folders: [root + "/home/applications", root + "/share/applications"]))
  }

  private func supported(_ id: String) -> InterfaceOrientationMask? {
    var book = book
    return book.rule(for: id) { Issue.record("\($0)") }?.supported
  }

  @Test func theHigherRankDecidesAndDesktopEntriesAreLast() throws {
    try write("share/applications/app.desktop", "[Desktop Entry]\nX-Plumb-SupportedOrientations=portrait;\n")
    #expect(supported("app") == .portrait)
    try write("usr/a.conf", "[app]\nsupported = all\n")
    #expect(supported("app") == .all)
    try write("local/b.conf", "[a*]\nsupported = all-but-upside-down\n[app]\nsupported = all-but-upside-down\n")
    #expect(supported("app") == .allButUpsideDown)
    try write("etc/c.conf", "[ap*]\nsupported = landscape\n")
    #expect(supported("app") == .landscape)
    try write("user/d.conf", "[app]\nsupported = landscape-left\n")
    #expect(supported("app") == .landscapeLeft)
  }

  @Test func aFileOfAHigherRankTakesThePlaceOfItsNamesake() throws {
    try write("usr/games.conf", "[app]\nsupported = landscape\n")
    try write("user/other.conf", "[other]\nsupported = all\n")
    #expect(supported("app") == .landscape)
    mkdir(root + "/etc", 0o700)
    symlink("/dev/null", root + "/etc/games.conf")
    #expect(supported("app") == nil)
  }

  @Test func aMistakeIsToldOnceAndKeepsNoOtherRuleFromItsWork() throws {
    try write("user/a.conf", "[broken]\nsupported = sideways\n[app]\nsupported = portrait\n")
    var book = book
    var told: [String] = []
    #expect(book.rule(for: "app") { told.append($0) }?.supported == .portrait)
    #expect(book.rule(for: "app") { told.append($0) }?.supported == .portrait)
    #expect(told.count == 1)
    #expect(told.first?.hasPrefix("\(root)/user/a.conf:2: [broken] supported: \"sideways\"") == true, "\(told)")
  }

  @Test func ofManyMistakesTheFirstAreToldAndTheOthersCounted() throws {
    try write("user/a.conf", String(repeating: "nonsense\n", count: 1000) + "[app]\nsupported = portrait\n")
    var book = book
    var told: [String] = []
    #expect(book.rule(for: "app") { told.append($0) }?.supported == .portrait)
    #expect(told.count == 21)
    #expect(told.last == "980 more mistakes in rules for applications: plumb-session --check-config lists all")
    #expect(book.check().mistakes.count == 1000)
  }

  @Test(arguments: ["  [other]", "[oth\u{7}er]", "[other", "[\(String(repeating: "o", count: 50))]"])
  func whatStandsBelowAHeadingThatIsRefusedIsNotTheRuleAbove(heading: String) throws {
    try write("user/a.conf", "[app]\nsupported = portrait\n\(heading)\nsupported = landscape\n")
    var book = book
    var told: [String] = []
    #expect(book.rule(for: "app") { told.append($0) }?.supported == .portrait)
    #expect(told.count == 1, "\(told)")
    #expect(told.first?.hasPrefix("\(root)/user/a.conf:3: ") == true, "\(told)")
  }

  @Test func aHeadingThatIsNoTextIsAHeadingAllTheSame() {
    let document = INIDocument(Array("[app]\n[oth".utf8) + [0xFF] + Array("er]\nsupported = landscape\n".utf8))
    #expect(document.mistakes.map(\.line) == [2])
    #expect(document.assignments.isEmpty)
  }

  @Test func aFileThatCannotBeReadIsToldAndKeepsNoOtherFromItsWork() throws {
    try write("user/z.conf", "[app]\nsupported = portrait\n")
    try write("user/folder.conf/inner", "")
    symlink("nowhere", root + "/user/dangling.conf")
    symlink("loop.conf", root + "/user/loop.conf")
    symlink("nowhere", root + "/etc")
    var book = book
    var told: [String] = []
    #expect(book.rule(for: "app") { told.append($0) }?.supported == .portrait)
    #expect(
      told.sorted()
        == [
          "\(root)/user/dangling.conf: is a symbolic link to where nothing is",
          "\(root)/user/folder.conf: is not a regular file",
          "\(root)/user/loop.conf: cannot be read: \(String(cString: strerror(ELOOP)))",
          "\(root)/etc: is a symbolic link to where nothing is",
        ].sorted())
    #expect(book.check().mistakes == told)
    // What the link leads to counts as soon as it is there.
    try write("user/nowhere", "[other]\nsupported = landscape\n")
    #expect(book.rule(for: "other") { _ in }?.supported == .landscape)
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func aFileWhoseRightsChangeIsReadAgain() throws {
    try write("user/a.conf", "[app]\nsupported = portrait\n")
    chmod(root + "/user/a.conf", 0)
    var book = book
    var told: [String] = []
    #expect(book.rule(for: "app") { told.append($0) } == nil)
    #expect(told == ["\(root)/user/a.conf: cannot be read: \(String(cString: strerror(EACCES)))"])
    chmod(root + "/user/a.conf", 0o600)
    #expect(book.rule(for: "app") { told.append($0) }?.supported == .portrait)
  }

  @Test func whatChangesOnDiskCountsAtTheNextQuestion() throws {
    try write("share/applications/app.desktop", "[Desktop Entry]\nX-Plumb-SupportedOrientations=portrait;\n")
    var book = book
    #expect(book.rule(for: "app") { Issue.record("\($0)") }?.supported == .portrait)
    // Written in its place: its folder knows nothing of it.
    try write("share/applications/app.desktop", "[Desktop Entry]\nX-Plumb-SupportedOrientations=landscape;\n")
    #expect(book.rule(for: "app") { Issue.record("\($0)") }?.supported == .landscape)
    try write("user/a.conf", "[app]\nsupported = all\n")
    #expect(book.rule(for: "app") { Issue.record("\($0)") }?.supported == .all)
    try write("user/a.conf", "[app]\nsupported = landscape\n")
    #expect(book.rule(for: "app") { Issue.record("\($0)") }?.supported == .landscape)
    unlink(root + "/user/a.conf")
    try write("home/applications/app.desktop", "[Desktop Entry]\nName=Mine\n")
    #expect(book.rule(for: "app") { Issue.record("\($0)") } == nil)
  }

  @Test(arguments: [
    ("org.example.Film", "org.example.Film"), ("kde-film", "kde/film"), ("Film", "film"), ("film-window", "claims"),
  ])
  func anEntryIsFoundByItsNameItsFolderItsCaseOrItsClass(id: String, file: String) throws {
    try write(
      "share/applications/\(file).desktop",
      "[Desktop Entry]\nName=Film\nStartupWMClass=film-window\n"
        + "X-Plumb-SupportedOrientations=landscape-left;landscape-right;\n")
    #expect(supported(id) == .landscape)
    #expect(supported("other") == nil)
  }

  @Test func whatIsWrongIsListed() throws {
    try write("usr/a.conf", "[app]\nsupported = sideways\n")
    try write("share/applications/b.desktop", "[Desktop Entry]\nX-Plumb-SupportedOrientations=up;\n")
    var book = book
    let result = book.check()
    #expect(result.files == [root + "/usr/a.conf"])
    #expect(result.mistakes.count == 2)
    #expect(result.mistakes.last?.hasPrefix("\(root)/share/applications/b.desktop: X-Plumb-") == true)
  }

  @Test(arguments: [
    ("[Desktop Entry]\nX-Plumb-SupportedOrientations = portrait ; \n", InterfaceOrientationMask.portrait),
    ("[Other]\nX-Plumb-SupportedOrientations=portrait;\n", nil),
    ("X-Plumb-SupportedOrientations=portrait;\n", nil),
    ("[Desktop Entry]\r\nX-Plumb-SupportedOrientations=all\r\n[Desktop Action a]\r\n", .all),
    ("[Desktop Entry]\nX-Plumb-SupportedOrientations=;\n", nil),
    ("[Desktop Entry]\n#X-Plumb-SupportedOrientations=all\n=\n\0\n[\n", nil),
  ])
  func anEntryIsReadAsItsFormatHasIt(text: String, mask: InterfaceOrientationMask?) {
    #expect(DesktopEntry(Array(text.utf8)).supported == mask)
  }

  @Test(arguments: [
    ([:], ["/usr/local/share/applications", "/usr/share/applications"]),
    (
      ["HOME": "/home/a", "XDG_DATA_DIRS": "/x:relative:/y"],
      ["/home/a/.local/share/applications", "/x/applications", "/y/applications"]
    ),
    (
      ["HOME": "/home/a", "XDG_DATA_HOME": "/data", "XDG_DATA_DIRS": ""],
      ["/data/applications", "/usr/local/share/applications", "/usr/share/applications"]
    ),
  ])
  func theEnvironmentSaysWhereEntriesAre(environment: [String: String], folders: [String]) {
    #expect(DesktopEntries.folders { environment[$0] } == folders)
  }
}

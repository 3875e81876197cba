import FoundationEssentials
import Glibc
import Testing

@testable import Configuration

struct FilesTests {
  @Test func ranksVendorAdministratorDropIns() throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      "usr/plumbd.conf", "[sensor]\nrate = 1\nmode = polled\npolarity = reaction\n[panel]\noffset = 90")
    try directory.write("etc/plumbd.conf", "[sensor]\nrate = 2\nmode = buffered\n[log]\nlevel = error")
    try directory.write("usr/plumbd.conf.d/20-b.conf", "[sensor]\nrate = 3\n[log]\nlevel = warning")
    try directory.write("usr/plumbd.conf.d/30-c.conf", "[panel]\noffset = 180")
    try directory.write("etc/plumbd.conf.d/10-a.conf", "[sensor]\nrate = 4\nmode = auto")
    try directory.write("etc/plumbd.conf.d/30-c.conf", "[panel]\nnatural = landscape")
    try directory.write("etc/plumbd.conf.d/README", "not read")
    try directory.write("etc/plumbd.conf.d/.hidden.conf", "not read")
    let loaded = try directory.files.load()
    #expect(loaded.configuration.sensor.rate == 3)
    #expect(loaded.configuration.sensor.mode == .auto)
    #expect(loaded.configuration.sensor.polarity == .reaction)
    #expect(loaded.configuration.log.level == .warning)
    #expect(loaded.configuration.panel.offset == 90)
    #expect(loaded.configuration.panel.natural == .landscape)
    let origin = loaded.entries.first { $0.key == "rate" }?.origin
    #expect(origin == .init(file: directory.path + "/usr/plumbd.conf.d/20-b.conf", line: 2))
  }

  @Test func missingFilesAreMissedOnlyWhereNamed() throws {
    let directory = try TemporaryDirectory()
    #expect(try directory.files.load() == .builtIn)
    let named = directory.path + "/none.conf"
    #expect(throws: ConfigurationError(issues: [.init(file: named, problem: noSuchFile)])) {
      try ConfigurationFiles(base: named).load()
    }
    #expect(throws: ConfigurationError(issues: [.init(file: named, problem: noSuchFile)])) {
      try LoadedConfiguration(files: [named])
    }
  }

  @Test func aNamedFileHasItsOwnDropIns() throws {
    let directory = try TemporaryDirectory()
    try directory.write("my.conf", "[log]\nlevel = error")
    try directory.write("my.conf.d/x.conf", "[log]\nlevel = debug")
    let loaded = try ConfigurationFiles(base: directory.path + "/my.conf").load()
    #expect(loaded.configuration.log.level == .debug)
    let alone = try LoadedConfiguration(files: [directory.path + "/my.conf"])
    #expect(alone.configuration.log.level == .error)
  }

  @Test func aLinkToNothingTakesADropInAway() throws {
    let directory = try TemporaryDirectory()
    try directory.write("usr/plumbd.conf.d/x.conf", "[log]\nlevel = debug")
    try directory.write("etc/plumbd.conf.d/y.conf", "")
    try #require(symlink("/dev/null", directory.path + "/etc/plumbd.conf.d/x.conf") == 0)
    #expect(try directory.files.load() == .builtIn)
  }

  @Test func aLinkToWhereNothingIsIsNoMissingFile() throws {
    let directory = try TemporaryDirectory()
    try directory.write("usr/plumbd.conf", "")
    try directory.write("etc/other", "")
    for name in ["etc/plumbd.conf", "etc/plumbd.conf.d"] {
      try #require(symlink("nowhere", directory.path + "/" + name) == 0)
    }
    #expect {
      try directory.files.load()
    } throws: { error in
      (error as? ConfigurationError)?.issues.map(\.description) == [
        "\(directory.path)/etc/plumbd.conf: is a symbolic link to where nothing is",
        "\(directory.path)/etc/plumbd.conf.d: is a symbolic link to where nothing is",
      ]
    }
  }

  @Test func whatIsNoFileIsRefused() throws {
    let directory = try TemporaryDirectory()
    try directory.write("etc/plumbd.conf/inner", "")
    try directory.write("etc/plumbd.conf.d/10-good.conf", "[log]\nlevel = loud")
    try #require(mkfifo(directory.path + "/etc/plumbd.conf.d/20-pipe.conf", 0o600) == 0)
    try #require(symlink("/dev/zero", directory.path + "/etc/plumbd.conf.d/30-zero.conf") == 0)
    try #require(symlink("40-loop.conf", directory.path + "/etc/plumbd.conf.d/40-loop.conf") == 0)
    try #require(symlink("nowhere", directory.path + "/etc/plumbd.conf.d/50-dangling.conf") == 0)
    try directory.write("usr/plumbd.conf.d", "a file where a directory belongs")
    #expect {
      try directory.files.load()
    } throws: { error in
      guard let issues = (error as? ConfigurationError)?.issues else { return false }
      let found = issues.map { ($0.file.dropFirst(directory.path.count), $0.problem) }
      let expected: [(Substring, ConfigurationIssue.Problem)] = [
        ("/etc/plumbd.conf", .notAFile),
        ("/usr/plumbd.conf.d", .unreadable(reason: String(cString: strerror(ENOTDIR)))),
        ("/etc/plumbd.conf.d/10-good.conf", .invalidValue),
        ("/etc/plumbd.conf.d/20-pipe.conf", .notAFile),
        ("/etc/plumbd.conf.d/30-zero.conf", .notAFile),
        ("/etc/plumbd.conf.d/40-loop.conf", .unreadable(reason: String(cString: strerror(ELOOP)))),
        ("/etc/plumbd.conf.d/50-dangling.conf", .danglingLink),
      ]
      #expect(found.map(\.0) == expected.map(\.0))
      return found.map(\.1) == expected.map(\.1)
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func aFileOfOthersIsRefused() throws {
    let directory = try TemporaryDirectory()
    try directory.write("etc/plumbd.conf", "")
    try #require(chmod(directory.path + "/etc/plumbd.conf", 0) == 0)
    #expect {
      try directory.files.load()
    } throws: { error in
      let problem = ConfigurationIssue.Problem.unreadable(reason: String(cString: strerror(EACCES)))
      return (error as? ConfigurationError)?.issues.map(\.problem) == [problem]
    }
  }

  @Test func sizeIsBounded() throws {
    let directory = try TemporaryDirectory()
    let comment = String(repeating: "#\n", count: 131_072)
    try directory.write("big.conf", comment)
    #expect(try ConfigurationFiles(base: directory.path + "/big.conf").load() == .builtIn)
    try directory.write("big.conf", comment + "#")
    #expect {
      try ConfigurationFiles(base: directory.path + "/big.conf").load()
    } throws: { error in
      (error as? ConfigurationError)?.description == directory.path + "/big.conf: is larger than 262144 bytes"
    }
  }
}

private let noSuchFile = ConfigurationIssue.Problem.unreadable(reason: String(cString: strerror(ENOENT)))

/// A directory of the test's own, with a vendor's and an administrator's half; it is removed with everything in it.
private final class TemporaryDirectory {
  let path: String

  init() throws {
    var template = Array("/tmp/plumb-configuration-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(code: errno) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  struct Failure: Error {
    let code: Int32
  }

  var files: ConfigurationFiles {
    ConfigurationFiles(bases: [path + "/usr/plumbd.conf", path + "/etc/plumbd.conf"], required: false)
  }

  func write(_ name: String, _ text: String) throws {
    var parent = path
    for part in name.split(separator: "/").dropLast() {
      parent += "/" + part
      guard mkdir(parent, 0o700) == 0 || errno == EEXIST else { throw Failure(code: errno) }
    }
    guard let file = fopen(path + "/" + name, "w") else { throw Failure(code: errno) }
    defer { fclose(file) }
    guard fputs(text, file) >= 0 else { throw Failure(code: errno) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

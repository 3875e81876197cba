import Glibc
import Testing

@testable import Configuration

struct BytesTests {
  /// All of these set the rate to 25 in the line that is given.
  static let spellings: [(String, String, Int)] = [
    ("plain", "[sensor]\nrate = 25\n", 2),
    ("no final newline", "[sensor]\nrate = 25", 2),
    ("CRLF", "[sensor]\r\nrate = 25\r\n", 2),
    ("final CR", "[sensor]\nrate = 25\r", 2),
    ("BOM", "\u{FEFF}[sensor]\nrate = 25\n", 2),
    ("BOM and comment", "\u{FEFF}# x\n[sensor]\nrate = 25\n", 3),
    ("no blanks", "[sensor]\nrate=25", 2),
    ("tabs", "[sensor]\nrate\t=\t25\t", 2),
    ("colon", "[sensor]\nrate: 25", 2),
    ("comments", "# a = b\n; c = d\n\n  # [x]\n\t\n[sensor] ; the sensor\nrate = 25 ; a comment\n", 7),
    ("long comment", "#\(String(repeating: "-", count: 1000))\n[sensor]\nrate = 25", 3),
    ("longest line", "[sensor]\nrate = 25 ;\(String(repeating: "-", count: 186))", 2),
    ("section twice", "[sensor]\nmode = auto\n[log]\n[sensor]\nrate = 25", 5),
    ("UTF-8", "# Größe\n[sensor]\ndevice = Beschleunigungsmeßgerät\nrate = 25", 4),
  ]

  @Test(arguments: spellings)
  func countsLines(name: String, text: String, line: Int) throws {
    let loaded = try load(text)
    #expect(loaded.configuration.sensor.rate == 25)
    #expect(loaded.entries.first { $0.key == "rate" }?.origin?.line == line)
  }

  static let hostile: [(String, [UInt8], [ConfigurationIssue.Problem])] = [
    ("Latin-1", Array("[sensor]\ndevice = Gr".utf8) + [0xF6, 0xDF] + Array("e".utf8), [.notUTF8]),
    ("overlong", [0xC0, 0x80], [.notUTF8]),
    ("lone BOM start", [0xEF, 0xBB], [.notUTF8]),
    ("NUL in a comment", Array("# a".utf8) + [0], [.controlCharacter(0)]),
    ("NULs only", [0, 10, 0, 10, 0], [.controlCharacter(0), .controlCharacter(0), .controlCharacter(0)]),
    ("UTF-16", [0xFF, 0xFE, 0x5B, 0x00], [.notUTF8]),
    ("C1", Array("[log]\nlevel = \u{9B}1m".utf8), [.controlCharacter(0x9B)]),
    ("CR within", Array("[log]\rlevel = debug".utf8), [.controlCharacter(13)]),
    ("DEL", Array("[log]\nlevel = debug\u{7F}".utf8), [.controlCharacter(127)]),
    ("one long line", Array(repeating: UInt8(ascii: "a"), count: 200_000), [.lineTooLong(bytes: 200_000, limit: 197)]),
    (
      "long heading", [UInt8(ascii: "[")] + Array(repeating: UInt8(ascii: "]"), count: 100_000), [.malformedHeading]
    ),
    (
      "a part of a long line is no line", Array("[log]\nlevel = \(String(repeating: " ", count: 300))debug".utf8),
      [.lineTooLong(bytes: 313, limit: 197)]
    ),
    ("key of 100 bytes", Array("[log]\n\(String(repeating: "k", count: 100)) = 1".utf8), [.unknownKey]),
  ]

  @Test(arguments: hostile)
  func refuses(name: String, bytes: [UInt8], problems: [ConfigurationIssue.Problem]) {
    #expect(issues(bytes).map(\.problem) == problems)
  }

  @Test func nothingSaysNothing() throws {
    for text in ["", "\n", "\u{FEFF}", "\r\n\r\n", "# comment", "[sensor]", " "] {
      #expect(try load(text) == .builtIn, "\(text.debugDescription)")
    }
    #expect(try LoadedConfiguration(parsing: []) == .builtIn)
    #expect(LoadedConfiguration.builtIn.configuration == Configuration())
    #expect(LoadedConfiguration.builtIn.entries.allSatisfy { $0.origin == nil })
    #expect(LoadedConfiguration.builtIn.entries.count == ConfigurationKey.all.count)
  }

  @Test func laterFilesWin() throws {
    let loaded = try LoadedConfiguration(parsing: [
      .init(file: "vendor", bytes: Array("[log]\nlevel = error\n[sensor]\nrate = 50".utf8)),
      .init(file: "local", bytes: Array("\n[log]\nlevel = debug".utf8)),
    ])
    #expect(loaded.configuration.log.level == .debug)
    #expect(loaded.configuration.sensor.rate == 50)
    #expect(loaded.entries.first { $0.key == "level" }?.origin == .init(file: "local", line: 3))
    #expect(loaded.entries.first { $0.key == "rate" }?.origin == .init(file: "vendor", line: 4))
    #expect(loaded.entries.first { $0.key == "uri" }?.origin == nil)
  }

  /// Every prefix of a good file, and the file with any one byte changed, is read or refused.
  @Test func noInputIsFatal() {
    let text = Array("\u{FEFF}[sensor] ; x\r\nmount-matrix = 1,0,0;0,1,0;0,0,1\n\n# y\n[log]\nlevel: info ; z\n".utf8)
    for end in 0...text.count { #expect(issues(Array(text[..<end])).count <= 1) }
    for place in text.indices {
      for byte: UInt8 in [0, 9, 10, 13, 32, 0x3B, 0x3D, 0x5B, 0x5D, 0x80, 0xFF] {
        var changed = text
        changed[place] = byte
        #expect(issues(changed).count <= 3, "byte \(byte) at \(place)")
      }
    }
  }

  /// Those of the machine's locales that write numbers or capitals in another way.
  static let locales = ["C", "C.UTF-8", "de_DE.UTF-8", "fr_FR.UTF-8", "tr_TR.UTF-8"].filter { name in
    guard let locale = newlocale(everyCategory, name, nil) else { return false }
    freelocale(locale)
    return true
  }

  @Test(arguments: locales)
  func noLocaleHasASay(name: String) throws {
    let locale = try #require(newlocale(everyCategory, name, nil))
    defer { freelocale(locale) }
    let previous = uselocale(locale)
    defer { uselocale(previous) }
    #expect(try load("[sensor]\nrate = 2.5").configuration.sensor.rate == 2.5)
    #expect(try load("[sensor]\nrate = 2.5").entries.first { $0.key == "rate" }?.value == "2.5")
    #expect(issues("[sensor]\nrate = 2,5").map(\.problem) == [.invalidValue])
    #expect(issues("[LIMITS]").first?.suggestion == "limits")
  }
}

/// glibc's LC_ALL_MASK: every category but LC_ALL (6) itself; the macro does not import.
private let everyCategory: Int32 = 0x1FBF

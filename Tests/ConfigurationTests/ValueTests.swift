import Orientation
import Testing

@testable import Configuration

struct ValueTests {
  /// Section, key, the text in the file, the usual text.
  static let accepted: [(String, String, String, String)] = [
    ("sensor", "uri", "ip:192.0.2.1", "ip:192.0.2.1"),
    ("sensor", "device", "iio:device3", "iio:device3"),
    ("sensor", "device", "cros-ec accel; lid", "cros-ec accel; lid"),
    ("sensor", "mode", "polled", "polled"),
    ("sensor", "rate", "2.50", "2.5"),
    ("sensor", "rate", "1e2", "100"),
    ("sensor", "rate", "1000", "1000"),
    ("sensor", "polarity", "reaction", "reaction"),
    ("sensor", "polarity", "auto", "auto"),
    ("sensor", "mount-matrix", "0, 1, 0; -1, 0, 0; 0, 0, 1", "0, 1, 0; -1, 0, 0; 0, 0, 1"),
    ("sensor", "mount-matrix", "-1,0,0;0,-1,0;0,0,1", "-1, 0, 0; 0, -1, 0; 0, 0, 1"),
    ("sensor", "mount-matrix", "1 0 0  0 .5 -.5\t0 0 1", "1, 0, 0; 0, 0.5, -0.5; 0, 0, 1"),
    ("estimation", "settle-time", "0.25", "0.25"),
    ("estimation", "hysteresis", "0", "0"),
    ("estimation", "tilt-limit", "80", "80"),
    ("panel", "natural", "landscape", "landscape"),
    ("panel", "portrait-edge", "right-up", "right-up"),
    ("panel", "offset", "270", "270"),
    ("panel", "laptop-orientation", "left-up", "left-up"),
    ("sensor", "tablet-mode", "never", "never"),
    ("default", "supported", "landscape", "landscape"),
    ("default", "supported", "portrait", "portrait"),
    ("default", "supported", "all-but-upside-down", "all-but-upside-down"),
    ("default", "supported", "landscapeLeft, portrait", "portrait landscape-left"),
    ("default", "supported", "allButUpsideDown", "all-but-upside-down"),
    ("default", "supported", "landscapeLeft landscapeRight", "landscape"),
    (
      "default", "fallback-order", "landscapeLeft, portrait portraitUpsideDown landscapeRight",
      "landscape-left portrait portrait-upside-down landscape-right"
    ),
    ("access", "group", "1000", "1000"),
    ("limits", "message-size", "16777216", "16777216"),
    ("limits", "half-message-timeout", "0.5", "0.5"),
    ("socket", "path", "/" + String(repeating: "s", count: 106), "/" + String(repeating: "s", count: 106)),
    ("bus", "sensor-proxy", "yes", "yes"),
    ("bus", "publish", "approved", "approved"),
    ("log", "level", "debug", "debug"),
    ("state", "directory", "/var/lib/Größe", "/var/lib/Größe"),
    ("state", "directory", "auto", "auto"),
  ]

  @Test(arguments: accepted)
  func takesAllowedValues(section: String, key: String, given: String, usual: String) throws {
    let loaded = try load("[\(section)]\n\(key) = \(given)")
    let entry = try #require(loaded.entries.first { $0.section == section && $0.key == key })
    #expect(entry.value == usual)
    #expect(entry.origin == .init(file: "test.conf", line: 2))
    // The usual text means the same value.
    #expect(try load("[\(section)]\n\(key) = \(usual)").configuration == loaded.configuration)
  }

  static let refused: [(String, String, [String])] = [
    ("sensor", "uri", ["", "local", "http://host", "ip"]),
    ("sensor", "device", [""]),
    ("sensor", "mode", ["", "Buffered", "polled,buffered"]),
    ("sensor", "rate", ["", "0", "0.999", "1000.1", "2,5", "nan", "inf", "0x10", "1_0", "10 Hz", "--1", "1e999", "٣"]),
    ("sensor", "polarity", ["", "Gravity", "up"]),
    (
      "sensor", "mount-matrix",
      [
        "", "1, 0, 0; 0, 1, 0", "1,0,0;0,1,0;0,0,1;0", "1,0,0;0,1,0;0,0,x", "nan,0,0;0,1,0;0,0,1",
        "1,0,0 ;0,1,0 ;0,0,1", "0,-1,0;1,0,0;0,0,0", "1,0,0;0,-1,0;1,0,0",
      ]
    ),
    ("estimation", "settle-time", ["-0.1", "10.01"]),
    ("estimation", "hysteresis", ["41", "-1"]),
    ("estimation", "tilt-limit", ["44", "81"]),
    ("panel", "offset", ["45", "360", "-90", "090", "90.0"]),
    ("panel", "laptop-orientation", ["landscape", "up", "Left-up", ""]),
    ("sensor", "tablet-mode", ["yes", "on", "Auto", ""]),
    ("panel", "natural", ["upright"]),
    ("panel", "portrait-edge", ["auto"]),
    ("default", "supported", ["", ",", "none", "portrait all", "faceUp", "landscape-Left", "-portrait"]),
    (
      "default", "fallback-order",
      [
        "", "portrait", "portrait portrait landscapeLeft landscapeRight", "all",
        "portrait landscapeLeft landscapeRight x",
      ]
    ),
    ("access", "group", ["", "a:b", "a b", "a/b"]),
    ("limits", "message-size", ["1023", "16777217", "256K", "-1", "+2048", "2048.0", "99999999999999999999999"]),
    ("limits", "tree-depth", ["0", "257"]),
    ("limits", "half-message-timeout", ["0", "3601"]),
    ("socket", "path", ["", "plumbd.sock", "/" + String(repeating: "s", count: 107)]),
    ("bus", "sensor-proxy", ["", "true", "1", "Yes"]),
    ("bus", "publish", ["", "yes", "Raw"]),
    ("log", "level", ["", "verbose", "INFO"]),
    ("state", "directory", ["", "state"]),
  ]

  @Test(arguments: refused)
  func refusesOtherValues(section: String, key: String, values: [String]) throws {
    let table = try #require(ConfigurationKey.all.first { $0.section.rawValue == section && $0.name == key })
    for value in values {
      let found = issues("[\(section)]\n\(key) = \(value)")
      #expect(found.map(\.problem) == [.invalidValue], "\(value)")
      #expect(found.first?.line == 2)
      #expect(found.first?.allowed == "allowed: \(table.allowed)")
    }
  }

  @Test func defaultsAreTheirOwnSpelling() throws {
    for key in ConfigurationKey.all {
      var configuration = Configuration()
      #expect(key.assign(key.defaultText, to: &configuration), "\(key.id)")
      #expect(configuration == Configuration(), "\(key.id)")
    }
  }

  /// Each key reaches its own value: two keys that shared one would pass every other test.
  @Test func everyKeyHasAValueOfItsOwn() throws {
    for key in ConfigurationKey.all {
      let texts = Self.accepted.filter { $0.0 == key.section.rawValue && $0.1 == key.name }.map(\.2) + ["7", "40"]
      var changed = Configuration()
      let isSet = texts.contains { text in
        changed = Configuration()
        return key.assign(text, to: &changed) && changed != Configuration()
      }
      #expect(isSet, "\(key.id)")
      for other in ConfigurationKey.all {
        #expect((other.text(in: changed) != other.defaultText) == (other.id == key.id), "\(key.id) and \(other.id)")
      }
    }
  }

  @Test func keysAreUniqueAndDescribed() {
    #expect(Set(ConfigurationKey.all.map(\.id)).count == ConfigurationKey.all.count)
    for section in ConfigurationSection.allCases {
      #expect(ConfigurationKey.all.contains { $0.section == section }, "\(section)")
    }
    for key in ConfigurationKey.all {
      #expect(key.summary.hasSuffix(".") && !key.allowed.isEmpty, "\(key.id)")
    }
  }

  @Test func levelsAreThoseOfSyslog() {
    #expect(Configuration.LogSettings.Level.allCases.map(\.priority) == [3, 4, 5, 6, 7])
  }
}

/// Reads one file named test.conf.
func load(_ text: String) throws -> LoadedConfiguration {
  try LoadedConfiguration(parsing: [.init(file: "test.conf", bytes: Array(text.utf8))])
}

/// What is wrong in one file named test.conf; empty where nothing is.
func issues(_ bytes: [UInt8]) -> [ConfigurationIssue] {
  do {
    _ = try LoadedConfiguration(parsing: [.init(file: "test.conf", bytes: bytes)])
    return []
  } catch {
    return error.issues
  }
}

/// What is wrong in one file named test.conf; empty where nothing is.
func issues(_ text: String) -> [ConfigurationIssue] { issues(Array(text.utf8)) }

import Autorotation
import FoundationEssentials
import Orientation
import Testing

@testable import Scenarios

struct ScenarioFileTests {
  static func read(_ text: String, files: [String: Data] = [:]) -> [ScenarioFile.Line] {
    ScenarioFile.read(Data(text.utf8)) { name in
      guard let data = files[name] else { throw ScenarioError(problem: "no file") }
      return data
    }
  }

  static func error(_ text: String) -> ScenarioError? {
    guard case .failure(let error)? = read(text).first?.scenario else { return nil }
    return error
  }

  nonisolated struct Bad: Sendable {
    var line: String
    var path: String
    var words: String
    init(_ line: String, _ path: String, _ words: String) {
      self.line = line
      self.path = path
      self.words = words
    }
  }

  nonisolated static let bad: [Bad] = [
    Bad(#"{"nam":"x"}"#, "", "unknown key \"nam\""),
    Bad(#"{"root":{"id":"r","suported":2}}"#, "root", "unknown key \"suported\""),
    Bad(#"{"root":{"kind":"controller"}}"#, "root", "\"id\" is missing"),
    Bad(#"{"root":{"id":"r","kind":"drawer"}}"#, "root.kind", "\"drawer\" is none of"),
    Bad(#"{"root":{"id":"r","asks":"mother"}}"#, "root.asks", "none of"),
    Bad(#"{"root":{"id":"r","style":"modal"}}"#, "root.style", "none of"),
    Bad(#"{"root":{"id":"r","supported":"portrait"}}"#, "root.supported", "a mask is"),
    Bad(#"{"root":{"id":"r","supported":2.5}}"#, "root.supported", "a mask is"),
    Bad(#"{"root":{"id":"r","supported":["sideways"]}}"#, "root.supported", "not known"),
    Bad(#"{"root":{"id":"r","supported":"android:diagonal"}}"#, "root.supported", "not known"),
    Bad(#"{"root":{"id":"r","preferred":"sideways"}}"#, "root.preferred", "sideways"),
    Bad(#"{"root":{"id":"r","containerDelegate":{"x":1}}}"#, "root.containerDelegate", "unknown key"),
    Bad(#"{"root":{"id":"r","children":[{"id":"a"},{"id":"r"}]}}"#, "root.children[1]", "also that of root"),
    Bad(
      #"{"root":{"id":"r","children":[{"id":"a","presented":{"id":"p"}}]}}"#, "root.children[0]", "cannot present"),
    Bad(#"{"root":{"id":"r","kind":"tabBar","selected":3,"children":[{"id":"a"}]}}"#, "root", "selects none"),
    Bad(#"{"profile":"ios4"}"#, "profile", "none of: ios5, ios6, modern"),
    Bad(#"{"device":"upright"}"#, "device", "upright"),
    Bad(#"{"interface":"faceUp"}"#, "interface", "faceUp"),
    Bad(#"{"application":{"mask":2}}"#, "application", "unknown key"),
    Bad(#"{"application":{"infoPlist":{"UISupportedInterfaceOrientations":"x"}}}"#, "application.infoPlist", ""),
    Bad(#"{"application":{"infoPlistFile":"gone.plist"}}"#, "infoPlistFile", "gone.plist cannot be read"),
    Bad(#"{"application":{"infoPlist":{},"infoPlistFile":"a"}}"#, "application", "exclude each other"),
    Bad(#"{"steps":[{"turn":"portrait","pop":true}]}"#, "steps[0]", "one action, not pop and turn"),
    Bad(#"{"steps":[{"expect":{}}]}"#, "steps[0]", "says what happens"),
    Bad(#"{"steps":[{"turn":"portrait","on":"nav"}]}"#, "steps[0]", "unknown key \"on\""),
    Bad(#"{"steps":[{"dismiss":false}]}"#, "steps[0].dismiss", "only be true"),
    Bad(#"{"steps":[{"lock":false}]}"#, "steps[0].lock", "true or"),
    Bad(#"{"steps":[{"window":"gone"}]}"#, "steps[0].window", "none of"),
    Bad(#"{"steps":[{"update":"r"}]}"#, "steps[0]", "\"with\" is missing"),
    Bad(#"{"steps":[{"turn":"portrait","expect":{"eror":null}}]}"#, "steps[0].expect", "unknown key \"eror\""),
    Bad(#"{"steps":[{"turn":"portrait","expect":{"error":"oops"}}]}"#, "steps[0].expect.error", "none of"),
    Bad("[1]", "", "an object"),
    Bad("{", "", "byte 1: expected a key"),
    Bad(#"{"root":{"id":"r","selected":1.5}}"#, "root.selected", "a whole number"),
    Bad(String(repeating: #"{"root":"#, count: 100_000), "", ""),
  ]

  @Test(arguments: bad)
  func mistakesAreErrorsWithTheirPlace(_ bad: Bad) throws {
    let error = try #require(Self.error(bad.line))
    #expect(error.line == 1)
    #expect(error.path.hasPrefix(bad.path), "\(error.message)")
    #expect(error.path.isEmpty || !error.problem.contains("\(error.path): "), "the place is named twice")
    #expect(error.problem.contains(bad.words) || bad.words.isEmpty, "\(error.message)")
  }

  @Test func linesAreCountedAndStandAlone() throws {
    let lines = Self.read("\n{\"name\":\"a\"}\r\n \t\n{\"x\":1}\n{}")
    #expect(lines.map(\.number) == [2, 4, 5])
    #expect(try lines.first?.scenario.get().name == "a")
    #expect(Self.error("\n{\"x\":1}")?.line == 2)
    #expect(try lines.last?.scenario.get().name == "line 5")
  }

  nonisolated static let unplayable: [(String, String)] = [
    (#"{"steps":[{"push":{"id":"a"}}]}"#, "steps[0].on"),
    (#"{"root":{"id":"r"},"steps":[{"turn":"faceUp"},{"select":0,"on":"x"}]}"#, "steps[1].on"),
    (#"{"root":{"id":"r"},"steps":[{"update":"x","with":{}}]}"#, "steps[0].update"),
    (#"{"root":{"id":"r"},"steps":[{"present":{"id":"r"}}]}"#, "steps[0].present"),
    (#"{"steps":[{"present":{"id":"r"}}]}"#, "steps[0].present"),
    (#"{"root":{"id":"tabs","kind":"tabBar","children":[{"id":"a"}]},"steps":[{"select":1}]}"#, "steps[0].select"),
  ]

  @Test(arguments: unplayable)
  func whatCannotBePlayedNamesTheStep(line: String, path: String) throws {
    let scenario = try #require(Self.read(line).first).scenario.get()
    let error = #expect(throws: ScenarioError.self) { try scenario.run() }
    #expect(error?.path == path)
  }

  @Test func unmetExpectationsHoldBothValues() throws {
    let line = """
      {"root":{"id":"r"},"steps":[{"turn":"landscapeLeft","expect":{"interface":"portrait","error":"recursiveQuery",\
      "polled":false,"applicationMask":2,"effectiveMask":null,"target":null}}]}
      """
    let results = try #require(Self.read(line).first).scenario.get().run()
    let unmet = try #require(results.first).unmet
    #expect(unmet.map(\.field) == ["interface", "error", "polled", "applicationMask", "effectiveMask", "target"])
    #expect(unmet.map(\.expected) == ["portrait", "recursiveQuery", "false", "2", "null", "null"])
    #expect(unmet.map(\.actual) == ["landscapeRight", "null", "true", "26", "26", "r"])
  }

  nonisolated static let listFile = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict>
    <key>CFBundleName</key><string>x</string>
    <key>UIRequiresFullScreen~ipad</key><true/>
    <key>UISupportedInterfaceOrientations</key>
    <array><string>UIInterfaceOrientationLandscapeLeft</string><string>UIDeviceOrientationPortrait</string></array>
    </dict></plist>
    """

  @Test(arguments: [PropertyListDecoder.PropertyListFormat.xml, .binary])
  func propertyListsAreRead(format: PropertyListDecoder.PropertyListFormat) throws {
    let words = ["UIInterfaceOrientationLandscapeLeft", "UIDeviceOrientationPortrait"]
    var data = Data(Self.listFile.utf8)
    if format == .binary {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = .binary
      data = try encoder.encode(["UISupportedInterfaceOrientations": words])
    }
    let line = #"{"application":{"infoPlistFile":"Info.plist"},"root":{"id":"r"},"steps":[{"launch":true}]}"#
    let scenario = try #require(Self.read(line, files: ["Info.plist": data]).first).scenario.get()
    #expect(scenario.window.application.mask == .landscapeLeft)
    #expect(scenario.warnings.count == 1)
    #expect(try scenario.run().map(\.interface) == [.landscapeLeft])
  }

  @Test func resultsHoldEveryFieldAsJSON() throws {
    let results = try #require(Self.read(#"{"name":"n","steps":[{"dismiss":true}]}"#).first).scenario.get().run()
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(#require(results.first)), as: UTF8.self)
    #expect(
      text == """
        {"applicationMask":26,"because":"there is nothing to do; portrait is kept","effectiveMask":null,"error":null,\
        "interface":"portrait","polled":false,"scenario":"n","step":1,"target":null}
        """)
  }

  nonisolated static let foreignWords: [(String, Int)] = [
    ("android:unspecified", 26), ("android:landscape", 8), ("android:portrait", 2), ("android:user", 26),
    ("android:behind", 30), ("android:sensor", 26), ("android:nosensor", 2), ("android:sensorLandscape", 24),
    ("android:sensorPortrait", 6), ("android:reverseLandscape", 16), ("android:reversePortrait", 4),
    ("android:fullSensor", 30), ("android:userLandscape", 24), ("android:userPortrait", 6), ("android:fullUser", 30),
    ("android:locked", 30), ("android:10", 30), ("w3c:any", 30), ("w3c:natural", 2), ("w3c:portrait", 6),
    ("w3c:landscape", 24), ("w3c:portrait-primary", 2), ("w3c:portrait-secondary", 4), ("w3c:landscape-primary", 8),
    ("w3c:landscape-secondary", 16),
  ]

  /// Alone or in a list, of an application or of a controller, at the start or in a step.
  @Test(arguments: foreignWords)
  func foreignWordsAreMasks(word: String, mask: Int) throws {
    for value in ["\"\(word)\"", "[\"\(word)\"]"] {
      let line = """
        {"application":{"subclassMask":\(value)},"idiom":"pad","profile":"modern","root":{"id":"r"},"steps":[
        {"attemptRotation":true},{"setApplicationMask":2},{"setApplicationMask":\(value)},
        {"setRoot":{"id":"s","supported":\(value)}}]}
        """
      let results = try #require(Self.read(line.replacing("\n", with: "")).first).scenario.get().run()
      let applicationMasks = [mask, 2, mask, mask]
      #expect(results.map(\.applicationMask.rawValue) == [mask] + applicationMasks.dropFirst())
      #expect(results[0].effectiveMask?.rawValue == mask)
      let asksNobody = word == "android:nosensor" || word == "android:locked"
      #expect(results[3].effectiveMask?.rawValue == (asksNobody ? nil : mask))
    }
    let mixed =
      #"{"root":{"id":"r","supported":["landscape","\#(word)"]},"application":{"delegateMask":30},"steps":[]}"#
    let window = try #require(Self.read(mixed).first).scenario.get().window
    #expect(window.target?.mask.rawValue == mask | 24)
  }

  @Test func slipsAreNamed() throws {
    let line = #"{"root":{"id":"r","supported":7},"steps":[{"attemptRotation":true}]}"#
    let scenario = try #require(Self.read(line).first).scenario.get()
    let slip = "7 is UIInterfaceOrientation arithmetic, not a mask; it means portrait + portraitUpsideDown"
    #expect(scenario.warnings == ["\"r\": supported: \(slip)"])
    #expect(try scenario.run().first?.because.contains(slip) == true)
  }
}

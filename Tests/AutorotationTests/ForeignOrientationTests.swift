import Autorotation
import Orientation
import Testing

struct ForeignOrientationTests {
  nonisolated struct Word: Sendable {
    var word: String
    var mask: Int?
    var rotates: Bool
    var obeysLock: Bool
    init(_ word: String, _ mask: Int?, rotates: Bool = true, obeysLock: Bool = true) {
      self.word = word
      self.mask = mask
      self.rotates = rotates
      self.obeysLock = obeysLock
    }
  }

  nonisolated private static let words: [Word] = [
    Word("android:unspecified", 26), Word("android:-1", 26), Word("android:user", 26),
    Word("android:landscape", 8), Word("android:0", 8), Word("android:portrait", 2), Word("android:behind", nil),
    Word("android:sensor", 26, obeysLock: false), Word("android:nosensor", 2, rotates: false, obeysLock: false),
    Word("android:sensorLandscape", 24, obeysLock: false), Word("android:6", 24, obeysLock: false),
    Word("android:sensorPortrait", 6, obeysLock: false), Word("android:reverseLandscape", 16),
    Word("android:reversePortrait", 4), Word("android:fullSensor", 30, obeysLock: false),
    Word("android:userLandscape", 24), Word("android:userPortrait", 6), Word("android:fullUser", 30),
    Word("android:locked", 30, rotates: false), Word("w3c:any", 30), Word("w3c:natural", 2), Word("w3c:portrait", 6),
    Word("w3c:landscape", 24), Word("w3c:portrait-primary", 2), Word("w3c:portrait-secondary", 4),
    Word("w3c:landscape-primary", 8), Word("w3c:landscape-secondary", 16),
  ]

  @Test(arguments: words)
  func wordsHaveTheirMeaning(_ word: Word) throws {
    let meaning = try #require(ForeignOrientation(word: word.word))
    #expect(meaning.mask?.rawValue == word.mask)
    #expect(meaning.shouldAutorotate == word.rotates)
    #expect(meaning.obeysUserLock == word.obeysLock)
  }

  @Test(arguments: ["landscape", "android:", "android:15", "w3c:landscape_primary", "W3C:any", "", "android:Sensor"])
  func otherWordsHaveNone(word: String) {
    #expect(ForeignOrientation(word: word) == nil)
  }

  @Test func thePanelAndTheSettingCount() {
    var context = ForeignOrientation.Context(panel: Panel(natural: .landscape), allowsAllRotations: true)
    #expect(ForeignOrientation(word: "w3c:natural", in: context)?.mask == .landscapeRight)
    #expect(ForeignOrientation(word: "android:nosensor", in: context)?.mask == .landscapeRight)
    #expect(ForeignOrientation(word: "android:sensor", in: context)?.mask == .all)
    context.panel.portraitEdge = .rightUp
    #expect(ForeignOrientation(word: "w3c:landscape-primary", in: context)?.mask == .landscapeLeft)
    #expect(ForeignOrientation(word: "w3c:landscape-secondary", in: context)?.mask == .landscapeRight)
    context.interface = .portraitUpsideDown
    #expect(ForeignOrientation(word: "android:locked", in: context)?.mask == .portraitUpsideDown)
  }

  @Test func aControllerTakesTheMeaning() throws {
    var controller = Controller(id: "r")
    try #require(ForeignOrientation(word: "android:nosensor")).declare(in: &controller)
    #expect(controller.answers == ControllerAnswers(supported: .portrait))
    #expect(controller.declinesAutorotation)
    #expect(controller.ignoresUserLock)
    try #require(ForeignOrientation(word: "android:behind")).declare(in: &controller)
    #expect(controller.answersFromBeneath)
    controller.declareSupported(.landscape)
    #expect(controller == Controller(id: "r", answers: ControllerAnswers(supported: .landscape)))
  }
}

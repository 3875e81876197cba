import FoundationEssentials
import Testing

@testable import Orientation

@Suite struct OrientationTests {
  @Test func deviceAndInterfaceShareRawValuesAndSwapNames() {
    for orientation in InterfaceOrientation.allCases {
      #expect(orientation.deviceOrientation.rawValue == orientation.rawValue)
      #expect(orientation.deviceOrientation.interfaceOrientation == orientation)
      #expect(orientation.mask.rawValue == 1 << orientation.rawValue)
    }
    #expect(DeviceOrientation.landscapeLeft.interfaceOrientation == .landscapeRight)
    #expect([DeviceOrientation.unknown, .faceUp, .faceDown].allSatisfy { !$0.isValidInterfaceOrientation })
  }

  @Test func masksHoldUIKitsNumbers() {
    #expect(InterfaceOrientationMask.landscape.rawValue == 24)
    #expect(InterfaceOrientationMask.allButUpsideDown.rawValue == 26)
    #expect(InterfaceOrientationMask.all.rawValue == 30)
    #expect(InterfaceOrientationMask(rawValue: 7).validBits == [.portrait, .portraitUpsideDown])
    #expect(InterfaceOrientationMask.allButUpsideDown.words == ["portrait", "landscapeRight", "landscapeLeft"])
  }

  @Test func wordsRoundTripThroughJSON() throws {
    let words = DeviceOrientation.allCases
    #expect(try JSONDecoder().decode([DeviceOrientation].self, from: JSONEncoder().encode(words)) == words)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([InterfaceOrientation].self, from: Data(#"["faceUp"]"#.utf8))
    }
  }

  @Test func wordsAreComparedByteByByte() {
    // The Kelvin sign is K to Unicode's equivalence; no word has one, so marks must do.
    for orientation in InterfaceOrientation.allCases {
      #expect(InterfaceOrientation(word: orientation.word) == orientation)
      #expect(InterfaceOrientation(word: orientation.word.dropLast()) == nil)
      #expect(InterfaceOrientation(word: orientation.word + "\u{301}") == nil)
    }
    #expect(DeviceOrientation(word: "faceUp") == .faceUp)
    #expect(DeviceOrientation(word: "faceUp ") == nil)
  }

  @Test(arguments: [
    ("portrait", "portrait"), ("landscapeLeft", "landscape-left"), ("portraitUpsideDown", "portrait-upside-down"),
    ("allButUpsideDown", "all-but-upside-down"),
  ])
  func wordsAreSpeltInTwoWays(word: String, hyphenated: String) {
    #expect(OrientationSpelling.hyphenated(word) == hyphenated)
    #expect(OrientationSpelling.joined(hyphenated) == word)
    #expect(OrientationSpelling.joined(word) == word)
  }

  @Test(arguments: [
    "", "-", "landscape-", "-left", "landscape--left", "landscape-Left", "w3c:landscape-primary", "é-é",
  ])
  func whatIsNoWordStaysAsItIs(text: String) {
    #expect(OrientationSpelling.joined(text) == text)
  }

  @Test func posesPointToTheGround() throws {
    #expect(Acceleration(pose: .unknown) == nil)
    let upright = try #require(Acceleration(pose: .portrait))
    #expect(upright == Acceleration(x: 0, y: -Acceleration.standardGravity, z: 0))
    #expect((-upright).y == Acceleration.standardGravity)
  }
}

import Autorotation
import Orientation
import Testing

struct ApplicationMasksTests {
  private let list = InfoPlist(supported: [.portrait, .landscapeLeft], requiresFullScreen: false)

  @Test func theStrongestSourceThatExistsWins() {
    func masks(_ plist: InfoPlist?, _ delegate: InterfaceOrientationMask?, _ subclass: InterfaceOrientationMask?)
      -> ApplicationMasks
    {
      ApplicationMasks(
        infoPlist: plist, delegateMask: delegate, subclassMask: subclass, profile: .ios6, idiom: .phone)
    }
    #expect(masks(list, .landscape, .portrait).source == .delegate)
    #expect(masks(list, .landscape, .portrait).mask == .landscape)
    #expect(masks(list, nil, .portrait).source == .subclass)
    #expect(masks(list, nil, nil).source == .infoPlist)
    #expect(masks(list, nil, nil).mask == [.portrait, .landscapeLeft])
    #expect(masks(nil, nil, nil).source == .idiom(.phone))
    #expect(masks(nil, [], nil).mask == [])
  }

  @Test func replacingTouchesTheSourceInForce() {
    var masks = ApplicationMasks(subclassMask: .portrait, profile: .ios6, idiom: .phone)
    masks.replaceMaskInForce(.landscape)
    #expect(masks.subclassMask == .landscape)
    #expect(masks.delegateMask == nil)
    masks = ApplicationMasks(infoPlist: list, profile: .ios6, idiom: .pad)
    masks.replaceMaskInForce(.landscapeRight)
    #expect(masks.delegateMask == .landscapeRight)
    #expect(masks.mask == .landscapeRight)
  }

  @Test func multitaskingNeedsPadModernAllFourAndNoFullScreen() {
    func bypass(_ profile: Profile, _ idiom: Idiom, _ words: [InterfaceOrientation], full: Bool) -> Bool {
      let plist = InfoPlist(supported: words, requiresFullScreen: full)
      return ApplicationMasks(infoPlist: plist, delegateMask: .portrait, profile: profile, idiom: idiom)
        .bypassesControllers
    }
    let all = InterfaceOrientation.allCases
    #expect(bypass(.modern, .pad, all, full: false))
    #expect(!bypass(.ios6, .pad, all, full: false))
    #expect(!bypass(.modern, .phone, all, full: false))
    #expect(!bypass(.modern, .pad, Array(all.dropLast()), full: false))
    #expect(!bypass(.modern, .pad, all, full: true))
    #expect(!ApplicationMasks(profile: .modern, idiom: .pad).bypassesControllers)
  }

  @Test func suffixesNameKindsOfDevices() {
    let plist = InfoPlist(
      supported: [.bare: ["UIInterfaceOrientationPortrait"], .pod: ["UIInterfaceOrientationLandscapeLeft"], .pad: []],
      launchOrientation: [.pad: "UIInterfaceOrientationLandscapeRight", .bare: "UIInterfaceOrientationPortrait"],
      requiresFullScreen: [.bare: true, .pad: false])
    #expect(plist.supportedOrientations(on: .phone) == [.landscapeLeft])
    #expect(plist.supportedOrientations(on: .pad) == [.portrait])
    #expect(plist.launchHint(on: .pad) == .landscapeRight)
    #expect(plist.requiresFullScreen(on: .phone))
    #expect(!plist.requiresFullScreen(on: .pad))
  }

  @Test func unknownWordsAreNamedWithTheirKey() {
    let plist = InfoPlist(
      supported: [.pad: ["UIDeviceOrientationLandscapeLeft"]], launchOrientation: [.bare: "Sideways"])
    #expect(plist.warnings.count == 2)
    #expect(plist.warnings.contains { $0.hasPrefix("UISupportedInterfaceOrientations~ipad: ") })
    #expect(plist.warnings.contains { $0.hasPrefix("UIInterfaceOrientation: \"Sideways\"") })
    #expect(list.warnings.isEmpty)
  }
}

struct MaskSlipTests {
  @Test(arguments: [0, 2, 4, 6, 8, 16, 24, 26, 30])
  func realMasksAreNoSlips(raw: Int) {
    #expect(MaskSlip(InterfaceOrientationMask(rawValue: raw)) == nil)
  }

  @Test(arguments: [
    (1, "no orientation at all"), (3, "portrait"), (5, "portraitUpsideDown"), (7, "portrait + portraitUpsideDown"),
  ])
  func combinedOrientationsAreNamed(raw: Int, meaning: String) {
    let slip = MaskSlip(InterfaceOrientationMask(rawValue: raw))
    #expect(slip == .orientationsCombined(rawValue: raw))
    #expect(slip?.message == "\(raw) is UIInterfaceOrientation arithmetic, not a mask; it means \(meaning)")
  }

  @Test func otherSlips() {
    #expect(MaskSlip(InterfaceOrientationMask(rawValue: -1)) == .foreignBits(rawValue: -1))
    #expect(MaskSlip(InterfaceOrientationMask(rawValue: .max)) == .foreignBits(rawValue: .max))
    #expect(MaskSlip(PreferredOrientation(rawValue: 16)) == .maskAsPreferred(rawValue: 16))
    #expect(MaskSlip(PreferredOrientation(rawValue: 99)) == .notAnOrientation(rawValue: 99))
    #expect(MaskSlip(PreferredOrientation(rawValue: .min)) == .notAnOrientation(rawValue: .min))
    #expect(MaskSlip(PreferredOrientation(.portraitUpsideDown)) == nil)
    #expect(MaskSlip(PreferredOrientation.unknown) == nil)
  }
}

import Autorotation
import Orientation
import Testing

/// A modern window with one plain controller.
nonisolated private func window(
  _ supported: InterfaceOrientationMask = .all, application: InterfaceOrientationMask = .all,
  profile: Profile = .modern, interface: InterfaceOrientation? = .portrait, device: DeviceOrientation = .portrait,
  lock: InterfaceOrientation? = nil, shouldAutorotate: Bool? = nil, plist: InfoPlist? = nil
) -> WindowState {
  WindowState(
    application: ApplicationMasks(infoPlist: plist, delegateMask: application, profile: profile, idiom: .phone),
    interface: interface, device: device, lock: lock,
    root: Controller(
      id: "r", answers: ControllerAnswers(shouldAutorotate: shouldAutorotate, supported: supported)))
}

struct ForegroundTests {
  @Test func theDeviceFirstThenItsOwnThenTheLaunchRule() {
    var front = window(device: .landscapeLeft)
    #expect(front.handle(.cameToFront).interface == .landscapeRight)
    front = window([.portrait, .landscapeLeft], interface: .landscapeLeft, device: .landscapeLeft)
    #expect(front.handle(.cameToFront).choice == .currentAllowed)
    let plist = InfoPlist(supported: [.landscapeLeft], requiresFullScreen: false)
    front = window(.landscape, interface: .portrait, device: .faceUp, plist: plist)
    #expect(front.handle(.cameToFront).choice == .launchRule)
    #expect(front.interface == .landscapeLeft)
    front = window(.landscape, interface: .portrait, device: .faceUp)
    #expect(front.handle(.cameToFront).choice == .fallback)
    #expect(front.interface == .landscapeRight)
  }

  @Test func underLockItTakesTheLocksOrientation() {
    var front = window(device: .portrait, lock: .landscapeLeft)
    #expect(front.handle(.cameToFront).interface == .landscapeLeft)
    front = window([.portrait, .landscapeRight], device: .landscapeLeft, lock: .landscapeLeft)
    let decision = front.handle(.cameToFront)
    #expect(decision.interface == .portrait)
    #expect(decision.refusal == nil)
  }

  @Test func noKeepsItsOwn() {
    var front = window(device: .landscapeLeft, shouldAutorotate: false)
    let decision = front.handle(.cameToFront)
    #expect(decision.interface == .portrait)
    #expect(decision.choice == .autorotationOff)
    #expect(!decision.polled)
  }

  @Test func nothingInCommonIsRefused() {
    var front = window(.portrait, application: .landscape, device: .landscapeLeft)
    let decision = front.handle(.cameToFront)
    #expect(
      decision.refusal
        == .noCommonOrientation(
          target: "r", applicationMask: .landscape, controllerMask: .portrait, deviceMask: .all))
    #expect(decision.interface == .portrait)
  }

  @Test func settingDeviceAndLockDecidesNothing() {
    var behind = window()
    behind.device = .landscapeLeft
    behind.lock = .landscapeLeft
    #expect(behind.interface == .portrait)
    behind.lock = nil
    #expect(behind.handle(.attemptRotation).interface == .landscapeRight)
  }
}

struct SingleRotationTests {
  @Test(arguments: Profile.allCases)
  func itTurnsOnceUntilTheNextDeviceEvent(profile: Profile) {
    var turned = WindowState(
      application: ApplicationMasks(profile: profile, idiom: .phone), device: .portrait,
      root: Controller(id: "r", legacyMask: .all))
    #expect(turned.handle(.rotateOnce(.landscapeLeft)).interface == .landscapeLeft)
    #expect(turned.handle(.turned(.portrait)).interface == .portrait)
  }

  @Test func masksOutrankIt() {
    var turned = window(.portrait)
    #expect(
      turned.handle(.rotateOnce(.landscapeLeft)).refusal
        == .geometryRequestRefused(reason: .unsupported, requested: .landscapeLeft, supported: .portrait))
    turned = window(shouldAutorotate: false)
    #expect(
      turned.handle(.rotateOnce(.landscapeLeft)).refusal
        == .geometryRequestRefused(reason: .autorotationOff, requested: .landscapeLeft, supported: nil))
  }
}

struct FallbackOrderTests {
  @Test func itIsConfigurable() {
    var flat = window(.landscape, device: .faceUp)
    flat.fallbackOrder = [.landscapeLeft, .landscapeRight]
    #expect(flat.handle(.setNeedsUpdate).interface == .landscapeLeft)
  }

  @Test func whatItLeavesOutComesLast() {
    var flat = window(.landscape, device: .faceUp)
    flat.fallbackOrder = []
    #expect(flat.handle(.setNeedsUpdate).interface == .landscapeRight)
  }
}

struct DynamicControllerTests {
  private func dynamic(_ profile: Profile = .modern, asks: Controller.Asks? = nil) -> WindowState {
    let child = Controller(id: "c", answers: ControllerAnswers(supported: .portrait), dynamic: true)
    let root = asks == nil ? child : Controller(id: "n", kind: .navigation, asks: asks, children: [child])
    return WindowState(
      application: ApplicationMasks(profile: profile, idiom: .phone), device: .portrait, root: root)
  }

  @Test func onlyEventsThatAskHaveAQuestion() {
    let window = dynamic()
    #expect(window.question(for: .turned(.landscapeLeft)) == ControllerQuestion(controller: "c"))
    #expect(window.question(for: .turned(.faceUp)) == nil)
    #expect(window.question(for: .windowed(true)) == nil)
    #expect(window.question(for: .present(Controller(id: "v"))) == nil)
    #expect(window.question(for: .present(Controller(id: "v", dynamic: true)))?.controller == "v")
    #expect(window.interface == .portrait)
    #expect(window.root?.presented == nil)
  }

  @Test func theOneThatAnswersForTheTargetIsAsked() {
    #expect(dynamic(asks: .visibleChild).question(for: .attemptRotation)?.controller == "c")
    #expect(dynamic(.ios5).question(for: .attemptRotation)?.controller == "c")
  }

  @Test func whoLeavesTheAnswersToWhatIsBeneathIsNotAsked() {
    var window = WindowState(
      application: ApplicationMasks(profile: .modern, idiom: .phone), device: .portrait,
      root: Controller(id: "b", answersFromBeneath: true, dynamic: true))
    #expect(window.question(for: .attemptRotation) == nil)
    let decision = window.handle(.turned(.landscapeLeft), answers: ControllerAnswers(supported: .portrait))
    #expect(decision.interface == .landscapeRight)
  }

  @Test func answersCountForOneDecision() {
    var window = dynamic()
    let live = ControllerAnswers(supported: .landscape)
    #expect(window.handle(.turned(.landscapeLeft), answers: live).interface == .landscapeRight)
    #expect(window.handle(.turned(.landscapeRight)).interface == .landscapeRight)
    let frozen = ControllerAnswers(shouldAutorotate: false)
    let decision = window.handle(.turned(.portrait), answers: frozen)
    #expect(decision.choice == .autorotationOff)
  }

  @Test func whoDidNotWantToBeAskedKeepsTheDeclaredAnswers() {
    var plain = window(.portrait)
    let decision = plain.handle(.turned(.landscapeLeft), answers: ControllerAnswers(supported: .all))
    #expect(decision.interface == .portrait)
  }
}

struct DecisionStepTests {
  @Test func theChainIsInOrder() {
    var window = window(InterfaceOrientationMask(rawValue: 7))
    let decision = window.handle(.turned(.landscapeLeft))
    #expect(
      decision.steps == [
        .happened(.turned), .device(.landscapeLeft, lock: nil), .applicationMask(.all, .delegate),
        .asked("r", isRoot: true), .shouldAutorotate(true, .defaultValue),
        .supported(InterfaceOrientationMask(rawValue: 7), .own), .slip(.orientationsCombined(rawValue: 7)),
        .intersection([.portrait, .portraitUpsideDown], device: .all), .chose(.portrait, .deviceNotAllowed),
      ])
    #expect(decision.explanation.count == decision.steps.count)
  }

  @Test func settlingIsAStepOfItsOwn() {
    var window = window(.portrait, device: .landscapeLeft)
    let decision = window.handle(.present(Controller(id: "v", answers: ControllerAnswers(supported: .all))))
    #expect(decision.steps.suffix(2) == [.chose(.portrait, .currentAllowed), .settled(.landscapeRight)])
    #expect(decision.because.hasSuffix("then the device was followed to landscapeRight"))
  }

  @Test func aRefusalNamesBothMasks() {
    var window = window(.portrait, application: .landscape)
    let decision = window.handle(.attemptRotation)
    #expect(decision.because.contains("the application supports landscapeRight, landscapeLeft"))
    #expect(decision.because.contains("the controller portrait"))
    #expect(decision.steps.last == decision.refusal.map(DecisionStep.refused))
  }

  @Test func thoseWhoAnswerForOthersAreNamed() {
    var window = WindowState(
      application: ApplicationMasks(profile: .ios6, idiom: .phone), device: .portrait,
      root: Controller(id: "n", kind: .navigation, asks: .visibleChild, children: [Controller(id: "a")]))
    #expect(window.handle(.attemptRotation).steps.contains(.answeredBy("a")))
    #expect(window.target == WindowState.Target(id: "n", mask: .allButUpsideDown))
  }
}

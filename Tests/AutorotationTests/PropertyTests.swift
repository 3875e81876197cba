import Autorotation
import Orientation
import Testing

/// What holds for every window and every sequence of events.
struct PropertyTests {
  @Test(arguments: 0..<200)
  func everyDecisionKeepsItsPromises(seed: Int) {
    var random = RandomWindows(seed: UInt64(seed))
    var window = random.window()
    for _ in 0..<40 {
      let event = random.event(for: window)
      let before = window
      let decision = window.handle(event)
      check(decision, of: event, before, window)
    }
  }

  private func check(_ decision: Decision, of event: WindowEvent, _ before: WindowState, _ after: WindowState) {
    // Equal input, equal output.
    var twin = before
    #expect(twin.handle(event) == decision)
    #expect(twin == after)
    #expect(decision.previous == before.interface)
    #expect(decision.interface == after.interface)
    #expect(!decision.because.isEmpty && decision.explanation.allSatisfy { !$0.isEmpty })

    // A refusal turns nothing; only a question that went round in a circle is decided all the same.
    switch decision.refusal {
    case .noCommonOrientation, .unsupportedPreferredOrientation, .geometryRequestRefused:
      if decision.trigger != .launch { #expect(!decision.changed) }
    case .recursiveQuery, nil: break
    }
    // Where it turned, all agreed, unless a rule says that nobody checks.
    if decision.changed, decision.trigger != .launch, decision.trigger != .statusBar,
      decision.choice != .preferredUnchecked, before.application.profile != .ios5 || after.root == nil
    {
      #expect(decision.effectiveMask?.contains(decision.interface) == true)
    }
    // Whoever was asked, the interface ends among what all allow, unless a rule lets it stay where it was.
    if let mask = decision.effectiveMask, decision.refusal == nil, decision.choice.isHeldToMask {
      #expect(mask.contains(decision.interface))
    }
    // Refused or not, the tree, the mask and the device are as they were stated.
    switch event {
    case .tree(let root), .setRoot(let root), .launch(let root): #expect(after.root == root)
    case .present(let controller) where before.root != nil: #expect(after.root?.find(controller.id) == controller)
    case .applicationMask(let mask): #expect(after.application.mask == mask.validBits)
    case .turned(let device): #expect(after.device == device)
    default: #expect(after.application == before.application && after.device == before.device)
    }
    // The mask is asked for only of a controller, and never by a change inside the tree.
    if decision.polled { #expect(decision.target != nil) }
    if decision.trigger == .childChanged || decision.trigger == .resized || decision.trigger == .applicationMaskChanged
    {
      #expect(!decision.polled && !decision.changed)
    }
    #expect(before.deviceMask.contains(decision.effectiveMask ?? []))
    if case .turned = event, before.lock == nil, decision.changed {
      #expect(decision.interface == decision.device.interfaceOrientation)
    }
  }

  @Test(arguments: 1000..<1200)
  func comparingFindsWhatHappened(seed: Int) {
    var random = RandomWindows(seed: UInt64(seed))
    let window = random.window()
    let id = window.root?.id ?? ""
    let fresh = random.controller()
    for event: WindowEvent in [.setRoot(fresh), .present(fresh), .dismiss, .push(fresh, on: id), .pop(on: id)] {
      var direct = window
      let told = direct.handle(event)
      guard told.inquiryIsMeant else { continue }
      var compared = window
      let found = compared.handle(.tree(direct.root))
      #expect(found.trigger == told.trigger)
      #expect(found.interface == told.interface)
      #expect(found.refusal == told.refusal)
      #expect(found.polled == told.polled)
      #expect(compared == direct)
    }
  }

  @Test(arguments: 2000..<2100)
  func askingAheadChangesNothing(seed: Int) {
    var random = RandomWindows(seed: UInt64(seed))
    let window = random.window()
    let event = random.event(for: window)
    let copy = window
    if let question = window.question(for: event) {
      var after = window
      _ = after.handle(event)
      #expect(after.root?.find(question.controller)?.dynamic == true)
    }
    #expect(window == copy)
  }
}

extension Decision.Choice {
  /// Whether the choice is one among what is allowed.
  fileprivate var isHeldToMask: Bool {
    switch self {
    case .currentAllowed, .device, .preferred, .fallback, .launchRule, .lock: true
    // The status bar is set unchecked, and a single rotation is checked before it is chosen.
    case .requested: false
    case .nothingAsked, .autorotationOff, .deviceNotAllowed, .nothingAllowed, .preferredInvalid, .refused,
      .statusBarIgnored, .lockNotAllowed, .preferredUnchecked:
      false
    }
  }
}

extension Decision {
  /// Whether the event did something at all.
  fileprivate var inquiryIsMeant: Bool { !steps.contains(.notAsked(.nothingToDo)) }
}

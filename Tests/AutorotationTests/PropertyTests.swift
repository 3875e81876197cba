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

extension Decision {
  /// Whether the event did something at all.
  fileprivate var inquiryIsMeant: Bool { !steps.contains(.notAsked(.nothingToDo)) }
}

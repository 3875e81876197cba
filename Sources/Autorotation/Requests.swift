import Orientation

// The device's turning, and what applications and users ask for by name.
extension WindowState {
  /// The device turned, or an application wants to catch up with it.
  ///
  /// A device orientation that is not allowed is ignored, even where the current one is not allowed either.
  mutating func follow(_ trigger: Trigger, _ live: ControllerAnswers?) -> Decision {
    guard let device = deviceInterface else {
      return unasked(trigger, lock == nil ? .deviceHasNoOrientation : .userLock)
    }
    var decision = begin(trigger)
    let poll = poll(live, into: &decision)
    guard leavesChoice(poll, &decision) else { return decision }
    if poll.mask.contains(device) {
      choose(device, .device, &decision)
    } else {
      decision.choice = .deviceNotAllowed
    }
    return decision
  }

  /// `setNeedsUpdateOfSupportedInterfaceOrientations` (iOS 16).
  mutating func update(_ live: ControllerAnswers?) -> Decision {
    guard application.profile == .modern else { return unasked(.updated, .unknownToProfile) }
    var decision = begin(.updated)
    let poll = poll(live, into: &decision)
    guard leavesChoice(poll, &decision) else { return decision }
    chooseAllowed(by: poll.mask, &decision)
    return decision
  }

  /// `requestGeometryUpdate` (iOS 16): chooses from what is both requested and allowed, this once.
  mutating func requestGeometry(_ requested: InterfaceOrientationMask, _ live: ControllerAnswers?) -> Decision {
    guard application.profile == .modern else {
      return refusedRequest(for: requested, .unknownToProfile, .unknownToProfile)
    }
    guard !windowed else { return refusedRequest(for: requested, .windowed, .windowed) }
    var decision = begin(.geometry)
    decision.requestSlip = MaskSlip(requested)
    let poll = poll(live, into: &decision)
    let allowed = poll.mask.intersection(requested.validBits)
    guard poll.autorotates, !allowed.isEmpty else {
      refuse(&decision, requested, poll)
      return decision
    }
    chooseAllowed(by: allowed, &decision)
    return decision
  }

  /// The user turns the interface once: masks outrank it, and a controller that answers NO stays.
  mutating func rotateOnce(_ orientation: InterfaceOrientation, _ live: ControllerAnswers?) -> Decision {
    var decision = begin(.geometry)
    let poll = poll(live, into: &decision)
    guard poll.autorotates, poll.mask.contains(orientation) else {
      refuse(&decision, orientation.mask, poll)
      return decision
    }
    choose(orientation, .requested, &decision)
    return decision
  }

  private func refusedRequest(
    for requested: InterfaceOrientationMask, _ reason: Refusal.GeometryReason, _ notAsked: Decision.NotAsked
  ) -> Decision {
    var decision = unasked(.geometry, notAsked)
    decision.requestSlip = MaskSlip(requested)
    decision.choice = .refused
    decision.refusal = .geometryRequestRefused(reason: reason, requested: requested.validBits, supported: nil)
    return decision
  }

  private func refuse(_ decision: inout Decision, _ requested: InterfaceOrientationMask, _ poll: Poll) {
    decision.choice = .refused
    decision.refusal = .geometryRequestRefused(
      reason: poll.autorotates ? .unsupported : .autorotationOff, requested: requested.validBits,
      supported: poll.autorotates ? poll.mask : nil)
  }

  /// `setStatusBarOrientation`: works only where the controller answers NO to shouldAutorotate or supports nothing,
  /// and then nothing checks it (iOS 6 release notes).
  mutating func setStatusBar(_ orientation: InterfaceOrientation, _ live: ControllerAnswers?) -> Decision {
    guard let target = chain.targetIndex else { return unasked(.statusBar, .nothingToDo) }
    guard !application.bypassesControllers else { return unasked(.statusBar, .bypass) }
    var decision = begin(.statusBar)
    let supportsNothing: Bool
    if application.profile == .ios5 {
      let predicate = LegacyPredicate(of: chain.links[target], live: live)
      decision.inquiry = .predicate(predicate)
      decision.polled = true
      supportsNothing = predicate.mask.isEmpty
    } else {
      let answers = rules(live: live).answers(of: target, in: chain)
      decision.inquiry = .controller(answers, maskAsked: answers.shouldAutorotate)
      decision.polled = answers.shouldAutorotate
      supportsNothing = !answers.shouldAutorotate || answers.supported.validBits.isEmpty
      if answers.supportedSource == .recursion {
        decision.refusal = .recursiveQuery(target: chain.links[target].id)
      }
    }
    if supportsNothing {
      choose(orientation, .requested, &decision)
    } else {
      decision.choice = .statusBarIgnored
    }
    return decision
  }

  /// The user's lock goes on: from now on the device has no say, and the window turns there if it may.
  mutating func turnLock(on orientation: InterfaceOrientation, _ live: ControllerAnswers?) -> Decision {
    lock = orientation
    if ignoresUserLock { return unasked(.locked, .lockIgnored) }
    guard orientation != interface else { return unasked(.locked, .alreadyThere) }
    var decision = begin(.locked)
    let poll = poll(live, into: &decision)
    if !poll.autorotates {
      decision.choice = .autorotationOff
    } else if poll.mask.contains(orientation) {
      choose(orientation, .lock, &decision)
    } else {
      decision.choice = .lockNotAllowed
    }
    return decision
  }

  /// The window comes to the front: the lock's or the device's orientation, else its own last one, else its launch's.
  mutating func comeToFront(_ live: ControllerAnswers?) -> Decision {
    var decision = begin(.foreground)
    let poll = poll(live, into: &decision)
    guard leavesChoice(poll, &decision) else { return decision }
    // While the lock is on the device has a say only over controllers that ignore it.
    if let wish = deviceInterface ?? lock, poll.mask.contains(wish) {
      choose(wish, deviceInterface == nil ? .lock : .device, &decision)
    } else if !poll.mask.contains(interface), case let start = application.launchOrientation(device: deviceInterface),
      poll.mask.contains(start)
    {
      choose(start, .launchRule, &decision)
    } else {
      chooseAllowed(by: poll.mask, &decision)
    }
    return decision
  }
}

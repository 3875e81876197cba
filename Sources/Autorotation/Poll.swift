import Orientation

/// What was heard when a window's target was asked, ready to choose from.
struct Poll {
  /// The answer to shouldAutorotate.
  var autorotates = true
  /// What all allow together; empty and meaningless where `autorotates` is false.
  var mask: InterfaceOrientationMask
  /// What the controller answered, for a refusal.
  var controllerMask = InterfaceOrientationMask.all
  /// The preferred orientation, where it is overridden.
  var preferred: PreferredOrientation?
  /// Whether an empty mask is the controller's error.
  var refusesEmpty = false
}

extension WindowState {
  /// A decision that keeps everything, to begin with.
  func begin(_ trigger: Trigger) -> Decision {
    let target = chain.targetIndex
    return Decision(
      trigger: trigger, device: device, lock: lock, previous: interface, interface: interface,
      applicationMask: application.mask, applicationMaskSource: application.source,
      applicationMaskSlip: application.slip, deviceMask: deviceMask, target: target.map { chain.links[$0].id },
      targetIsRoot: target == 0)
  }

  /// The decision of an event that asks nobody.
  func unasked(_ trigger: Trigger, _ reason: Decision.NotAsked) -> Decision {
    var decision = begin(trigger)
    decision.inquiry = .notAsked(reason)
    return decision
  }

  /// Asks the target: shouldAutorotate first, the supported mask only on YES.
  func poll(_ live: ControllerAnswers?, into decision: inout Decision) -> Poll {
    let common = application.mask.intersection(deviceMask)
    guard let target = chain.targetIndex else {
      decision.inquiry = .noRoot
      decision.effectiveMask = common
      return Poll(mask: common)
    }
    if application.bypassesControllers {
      decision.inquiry = .bypass
      let mask = narrowedByLockPreference(common, &decision)
      decision.effectiveMask = mask
      return Poll(mask: mask)
    }
    if application.profile == .ios5 {
      let predicate = LegacyPredicate(of: chain.links[target], live: live)
      decision.inquiry = .predicate(predicate)
      decision.polled = true
      return Poll(mask: predicate.mask.intersection(deviceMask))
    }
    let answers = rules(live: live).answers(of: target, in: chain)
    decision.inquiry = .controller(answers, maskAsked: answers.shouldAutorotate)
    guard answers.shouldAutorotate else {
      return Poll(autorotates: false, mask: [], preferred: answers.preferred)
    }
    decision.polled = true
    let isRecursive = answers.supportedSource == .recursion
    if isRecursive { decision.refusal = .recursiveQuery(target: chain.links[target].id) }
    let mask = narrowedByLockPreference(common.intersection(answers.supported), &decision)
    decision.effectiveMask = mask
    return Poll(
      mask: mask, controllerMask: answers.supported.validBits, preferred: answers.preferred,
      refusesEmpty: !isRecursive)
  }

  /// The mask while `prefersInterfaceOrientationLocked` holds: the current orientation, where that is allowed.
  ///
  /// It holds only while the window fills the screen, and only for the modern profile (UIKit, iOS 26).
  func narrowedByLockPreference(
    _ mask: InterfaceOrientationMask, _ decision: inout Decision
  ) -> InterfaceOrientationMask {
    guard application.profile == .modern, !windowed, let target = chain.targetIndex,
      chain.links[target].locksInterfaceOrientation, mask.contains(interface)
    else { return mask }
    decision.lockPreferenceHolds = true
    return interface.mask
  }

  /// The first orientation of the fallback order that a mask allows; nil for an empty mask.
  func fallback(_ mask: InterfaceOrientationMask) -> InterfaceOrientation? {
    fallbackOrder.first(where: mask.contains) ?? Self.standardFallbackOrder.first(where: mask.contains)
  }

  /// Turns the window as a decision has it.
  mutating func choose(
    _ orientation: InterfaceOrientation, _ choice: Decision.Choice, _ decision: inout Decision
  ) {
    interface = orientation
    decision.interface = orientation
    decision.choice = choice
  }

  /// Chooses the current orientation if allowed, the device's if allowed, else the fallback's.
  mutating func chooseAllowed(by mask: InterfaceOrientationMask, _ decision: inout Decision) {
    if mask.contains(interface) {
      decision.choice = .currentAllowed
    } else if let device = deviceInterface, mask.contains(device) {
      choose(device, .device, &decision)
    } else if let orientation = fallback(mask) {
      choose(orientation, .fallback, &decision)
    } else {
      decision.choice = .nothingAllowed
    }
  }

  /// Whether a poll leaves something to choose from; if not, the decision says why.
  func leavesChoice(_ poll: Poll, _ decision: inout Decision) -> Bool {
    if !poll.autorotates {
      decision.choice = .autorotationOff
      return false
    }
    if poll.mask.isEmpty {
      decision.choice = .nothingAllowed
      if poll.refusesEmpty, let target = decision.target {
        decision.choice = .refused
        decision.refusal = .noCommonOrientation(
          target: target, applicationMask: application.mask, controllerMask: poll.controllerMask,
          deviceMask: deviceMask)
      }
      return false
    }
    return true
  }
}

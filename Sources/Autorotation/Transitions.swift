import Orientation

// Launch, presentation, dismissal, another root: the controller that is now on top is asked, and what it prefers
// counts.
extension WindowState {
  /// The application starts: in the launch rule's orientation, then the root is asked like any other.
  mutating func launch(_ live: ControllerAnswers?) -> Decision {
    let before = interface
    interface = application.launchOrientation(device: deviceInterface)
    return transition(.launch, live, startingFrom: before)
  }

  /// Asks the controller that a transition puts on top.
  mutating func transition(
    _ trigger: Trigger, _ live: ControllerAnswers?, startingFrom before: InterfaceOrientation? = nil
  ) -> Decision {
    var decision = begin(trigger, before: before)
    let poll = poll(live, into: &decision)
    guard leavesChoice(poll, &decision) else {
      // On NO the masks are not asked, so nothing can check what is preferred.
      if !poll.autorotates, let preferred = poll.preferred {
        if let orientation = preferred.orientation {
          choose(orientation, .preferredUnchecked, &decision)
        } else {
          decision.choice = .preferredInvalid
        }
      }
      return decision
    }
    if let preferred = poll.preferred {
      guard let orientation = preferred.orientation, poll.mask.contains(orientation) else {
        decision.choice = .refused
        decision.refusal = .unsupportedPreferredOrientation(
          target: decision.target ?? "", preferred: preferred, supported: poll.mask)
        return decision
      }
      choose(orientation, .preferred, &decision)
    } else {
      chooseAllowed(by: poll.mask, &decision)
    }
    settle(in: poll.mask, &decision)
    return decision
  }

  private func begin(_ trigger: Trigger, before: InterfaceOrientation?) -> Decision {
    guard let before else { return begin(trigger) }
    var earlier = self
    earlier.interface = before
    var decision = earlier.begin(trigger)
    decision.interface = interface
    decision.launchOrientation = interface
    return decision
  }

  /// Follows the device once a transition is over (modern).
  private mutating func settle(in mask: InterfaceOrientationMask, _ decision: inout Decision) {
    guard application.profile == .modern, let device = deviceInterface, device != interface else { return }
    let mask = narrowedByLockPreference(mask, &decision)
    guard mask.contains(device) else { return }
    decision.beforeSettling = interface
    interface = device
    decision.interface = device
  }

  /// Presents a controller over the last one; asks where another controller is on top afterwards.
  mutating func present(_ controller: Controller, _ live: ControllerAnswers?) -> Decision {
    guard let before = chain.targetIndex else { return unasked(.presented, .nothingToDo) }
    chain.append(controller)
    guard chain.targetIndex != before else { return unasked(.presented, .sameTarget) }
    return transition(.presented, live)
  }

  /// Dismisses the last presented controller; asks where another controller is on top afterwards.
  mutating func dismiss(_ live: ControllerAnswers?) -> Decision {
    let before = chain
    guard chain.removeLast() != nil else { return unasked(.dismissed, .nothingToDo) }
    return dismissed(from: before, live)
  }

  private mutating func dismissed(from before: PresentationChain, _ live: ControllerAnswers?) -> Decision {
    guard chain.targetIndex != before.targetIndex else { return unasked(.dismissed, .sameTarget) }
    return before.presenterStayed(above: chain.links.count)
      ? unasked(.dismissed, .presenterStayed) : transition(.dismissed, live)
  }

  /// Finds what happened by comparing the tree with the last one, and asks where that asks.
  ///
  /// Another root id; else another chain of presented ids: dismissed where the new chain is a prefix of the old, else
  /// presented, and only where the controller on top changed; anything else asks nobody.
  mutating func compare(with root: Controller?, _ live: ControllerAnswers?) -> Decision {
    let old = chain
    replaceRoot(root)
    guard old.links.first?.id == chain.links.first?.id else { return transition(.rootChanged, live) }
    let isSameTarget = old.target?.id == chain.target?.id
    let isPrefix = zip(old.links, chain.links).allSatisfy { $0.id == $1.id }
    if isPrefix, chain.links.count < old.links.count {
      return isSameTarget ? unasked(.dismissed, .sameTarget) : dismissed(from: old, live)
    }
    if isPrefix, chain.links.count == old.links.count, isSameTarget { return unasked(.childChanged, .noTrigger) }
    return isSameTarget ? unasked(.presented, .sameTarget) : transition(.presented, live)
  }
}

extension PresentationChain {
  /// Whether all that filled the window above a number of links were custom presentations that left the presenter's
  /// view in place.
  func presenterStayed(above count: Int) -> Bool {
    links.indices.dropFirst(count).allSatisfy { index in
      !fillsWindow(index) || (links[index].style == .custom && links[index].presenterStayed)
    }
  }
}

import Orientation

/// A window's root and what is presented over it, one above the other, with the one that is asked found in advance.
///
/// Keeping the chain flat makes a decision independent of the tree's size.
struct PresentationChain: Sendable, Hashable {
  /// The root first; each without its `presented`, which is the next one.
  private(set) var links: [Controller]
  /// The place of the last link that fills the window and does not leave the answers to what is beneath: the only
  /// controller that is asked.
  ///
  /// Nil without a root.
  private(set) var targetIndex: Int?
  private let profile: Profile
  private let idiom: Idiom

  init(root: Controller?, profile: Profile, idiom: Idiom) {
    self.profile = profile
    self.idiom = idiom
    links = []
    targetIndex = nil
    append(root)
  }

  /// The controller that is asked.
  var target: Controller? { targetIndex.map { links[$0] } }

  /// The whole tree again.
  var root: Controller? {
    links.reversed().reduce(nil as Controller?) { above, link in
      var link = link
      link.presented = above
      return link
    }
  }

  /// Presents a controller, and what it has presented itself, over the last one.
  mutating func append(_ controller: Controller?) {
    var next = controller
    while var link = next {
      next = link.presented
      link.presented = nil
      links.append(link)
    }
    findTarget()
  }

  /// Takes the last presented controller away; nil where nothing is presented.
  mutating func removeLast() -> Controller? {
    guard links.count > 1 else { return nil }
    let last = links.removeLast()
    findTarget()
    return last
  }

  /// Whether a link fills the window.
  func fillsWindow(_ index: Int) -> Bool {
    var fills = true
    for link in links[...index].dropFirst() {
      fills = fillsWindow(link, presenterFills: fills)
    }
    return fills
  }

  private func fillsWindow(_ link: Controller, presenterFills: Bool) -> Bool {
    link.kind != .alert
      && link.style.fillsWindow(presenterFills: presenterFills, profile: profile, idiom: idiom)
  }

  private mutating func findTarget() {
    targetIndex = links.isEmpty ? nil : 0
    var fills = true
    for index in links.indices.dropFirst() {
      fills = fillsWindow(links[index], presenterFills: fills)
      if fills, answersItself(links[index]) { targetIndex = index }
    }
  }

  // iOS 5 asks the old predicate, which nobody leaves to what is beneath.
  private func answersItself(_ link: Controller) -> Bool { profile == .ios5 || !link.isTransparent }

  /// Changes the controller with an id, wherever it is; false where there is none.
  mutating func update(_ id: String, _ change: (inout Controller) -> Void) -> Bool {
    for index in links.indices where links[index].update(id, change) {
      findTarget()
      return true
    }
    return false
  }
}

/// How large a controller tree may be.
public struct TreeLimits: Sendable, Hashable {
  /// The longest way from the root, the root counting as 1.
  public var depth: Int
  /// The number of controllers.
  public var controllers: Int

  /// Makes limits.
  public init(depth: Int = 64, controllers: Int = 1024) {
    self.depth = depth
    self.controllers = controllers
  }
}

/// A controller tree that cannot be meant, with the place where it goes wrong.
public struct TreeError: Error, Sendable, Hashable {
  /// What is wrong.
  public enum Problem: Sendable, Hashable {
    /// The tree goes deeper than the limit.
    case tooDeep(limit: Int)
    /// The tree has more controllers than the limit.
    case tooManyControllers(limit: Int)
    /// A controller without an id.
    case emptyID
    /// Two controllers have one id (a cycle looks like this, too); the other's path.
    case duplicateID(String, first: String)
    /// Something is presented over a child: only the chain from the root counts.
    case presentedOnChild
    /// The selected index is not that of a child.
    case selectionOutOfRange(Int, children: Int)
  }

  /// Where, for example `root.presented.children[2]`.
  public let path: String
  /// What.
  public let problem: Problem

  /// Names a place and a problem.
  public init(path: String, problem: Problem) {
    self.path = path
    self.problem = problem
  }

  /// The error for people, path first.
  public var message: String {
    switch problem {
    case .tooDeep(let limit): "\(path): the tree is deeper than \(limit)"
    case .tooManyControllers(let limit): "\(path): the tree has more than \(limit) controllers"
    case .emptyID: "\(path): the id is empty"
    case .duplicateID(let id, let first): "\(path): the id \"\(id)\" is also that of \(first)"
    case .presentedOnChild: "\(path): a child cannot present; only the chain from the root counts"
    case .selectionOutOfRange(let index, let children): "\(path): \(index) selects none of \(children) children"
    }
  }
}

extension Controller {
  /// Checks a tree that came from outside, this controller being its root.
  ///
  /// Works without recursion, so a hostile tree cannot exhaust the stack here.
  public func validate(limits: TreeLimits = TreeLimits()) throws(TreeError) {
    var walk = TreeWalk(limits: limits)
    try walk.visit(self)
  }
}

/// A way through a tree that remembers paths as links to the parent, and spells them out only for an error.
private struct TreeWalk {
  private enum Step { case root, presented, child(Int) }
  private struct Place {
    var parent: Int
    var step: Step
    var depth: Int
  }

  let limits: TreeLimits
  private var places: [Place] = []
  private var pending: [(controller: Controller, place: Int)] = []
  private var seen: [String: Int] = [:]

  init(limits: TreeLimits) { self.limits = limits }

  mutating func visit(_ root: Controller) throws(TreeError) {
    try enter(root, Place(parent: -1, step: .root, depth: 1))
    var count = 0
    while let (controller, place) = pending.popLast() {
      count += 1
      if count > limits.controllers { throw error(.tooManyControllers(limit: limits.controllers), at: place) }
      try check(controller, at: place)
      let depth = places[place].depth + 1
      // Last in, first out: so that the walk goes in reading order, and of two equal ids the later one is named.
      if let presented = controller.presented {
        try enter(presented, Place(parent: place, step: .presented, depth: depth))
      }
      for (index, child) in controller.children.enumerated().reversed() {
        try enter(child, Place(parent: place, step: .child(index), depth: depth))
      }
    }
  }

  private mutating func enter(_ controller: Controller, _ place: Place) throws(TreeError) {
    places.append(place)
    let index = places.count - 1
    if place.depth > limits.depth { throw error(.tooDeep(limit: limits.depth), at: index) }
    pending.append((controller, index))
  }

  private mutating func check(_ controller: Controller, at place: Int) throws(TreeError) {
    if controller.id.isEmpty { throw error(.emptyID, at: place) }
    if let first = seen.updateValue(place, forKey: controller.id) {
      throw error(.duplicateID(controller.id, first: path(of: first)), at: place)
    }
    if controller.presented != nil, case .child = places[place].step { throw error(.presentedOnChild, at: place) }
    if let selected = controller.selected, !(0..<max(1, controller.children.count)).contains(selected) {
      throw error(.selectionOutOfRange(selected, children: controller.children.count), at: place)
    }
  }

  private func error(_ problem: TreeError.Problem, at place: Int) -> TreeError {
    TreeError(path: path(of: place), problem: problem)
  }

  private func path(of place: Int) -> String {
    var words: [String] = []
    var index = place
    while index >= 0 {
      switch places[index].step {
      case .root: words.append("root")
      case .presented: words.append("presented")
      case .child(let child): words.append("children[\(child)]")
      }
      index = places[index].parent
    }
    return words.reversed().joined(separator: ".")
  }
}

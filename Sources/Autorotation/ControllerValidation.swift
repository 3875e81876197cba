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
  public var message: String { "\(path): \(reason)" }

  /// The error for people, where the path is named already.
  public var reason: String {
    switch problem {
    case .tooDeep(let limit): "the tree is deeper than \(limit)"
    case .tooManyControllers(let limit): "the tree has more than \(limit) controllers"
    case .emptyID: "the id is empty"
    case .duplicateID(let id, let first): "the id \"\(id)\" is also that of \(first)"
    case .presentedOnChild: "a child cannot present; only the chain from the root counts"
    case .selectionOutOfRange(let index, let children): "\(index) selects none of \(children) children"
    }
  }
}

extension Controller {
  /// Checks a tree that came from outside, this controller being its root.
  ///
  /// Goes no deeper than the limit, so a hostile tree cannot exhaust the stack here.
  public func validate(limits: TreeLimits = TreeLimits()) throws(TreeError) {
    var walk = TreeWalk(limits: limits)
    try walk.visit(self, by: .root)
  }
}

/// A way through a tree, with the steps that led to the controller it is at.
private struct TreeWalk {
  enum Step {
    case root, presented
    case child(Int)
  }

  let limits: TreeLimits
  private var steps: [Step] = []
  private var ids: Set<String> = []
  private var root: Controller?

  init(limits: TreeLimits) { self.limits = limits }

  mutating func visit(_ controller: Controller, by step: Step) throws(TreeError) {
    if case .root = step { root = controller }
    steps.append(step)
    try check(controller, by: step)
    for index in controller.children.indices { try visit(controller.children[index], by: .child(index)) }
    if let presented = controller.presented { try visit(presented, by: .presented) }
    steps.removeLast()
  }

  private mutating func check(_ controller: Controller, by step: Step) throws(TreeError) {
    if steps.count > limits.depth { throw error(.tooDeep(limit: limits.depth)) }
    if ids.count >= limits.controllers { throw error(.tooManyControllers(limit: limits.controllers)) }
    if controller.id.isEmpty { throw error(.emptyID) }
    if !ids.insert(controller.id).inserted {
      throw error(.duplicateID(controller.id, first: root?.path(to: controller.id) ?? "root"))
    }
    if controller.presented != nil, case .child = step { throw error(.presentedOnChild) }
    if let selected = controller.selected, !(0..<max(1, controller.children.count)).contains(selected) {
      throw error(.selectionOutOfRange(selected, children: controller.children.count))
    }
  }

  private func error(_ problem: TreeError.Problem) -> TreeError {
    let words = steps.map { step in
      switch step {
      case .root: "root"
      case .presented: "presented"
      case .child(let index): "children[\(index)]"
      }
    }
    return TreeError(path: words.joined(separator: "."), problem: problem)
  }
}

extension Controller {
  /// The path of the first controller with an id, in the order of validation; nil where there is none.
  fileprivate func path(to id: String, from path: String = "root") -> String? {
    if self.id == id { return path }
    for index in children.indices {
      if let found = children[index].path(to: id, from: "\(path).children[\(index)]") { return found }
    }
    return presented?.path(to: id, from: "\(path).presented")
  }
}

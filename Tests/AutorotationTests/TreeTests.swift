import Autorotation
import Orientation
import Testing

struct TreeValidationTests {
  private func chain(_ count: Int) -> Controller {
    (1..<count).reduce(Controller(id: "0")) { Controller(id: "\($1)", presented: $0) }
  }

  private func error(_ controller: Controller, _ limits: TreeLimits = TreeLimits()) -> TreeError? {
    do throws(TreeError) {
      try controller.validate(limits: limits)
      return nil
    } catch {
      return error
    }
  }

  @Test func theLimitsAreInclusive() {
    #expect(error(chain(64)) == nil)
    #expect(error(chain(65))?.problem == .tooDeep(limit: 64))
    let wide = Controller(id: "r", kind: .tabBar, children: (1..<1024).map { Controller(id: "\($0)") })
    #expect(error(wide) == nil)
    var wider = wide
    wider.children.append(Controller(id: "x"))
    #expect(error(wider)?.problem == .tooManyControllers(limit: 1024))
    #expect(error(wider)?.path == "root.children[1023]")
    #expect(error(chain(3), TreeLimits(depth: 2))?.path == "root.presented.presented")
  }

  @Test func hostileTreesEndInAnError() {
    #expect(error(chain(5000))?.problem == .tooDeep(limit: 64))
    let nest = (1..<3000).reduce(Controller(id: "0")) { Controller(id: "\($1)", kind: .navigation, children: [$0]) }
    #expect(error(nest)?.problem == .tooDeep(limit: 64))
    let wide = Controller(id: "r", children: (0..<100_000).map { Controller(id: "\($0)") })
    #expect(error(wide)?.problem == .tooManyControllers(limit: 1024))
  }

  @Test func everyMistakeNamesItsPath() {
    let twin = Controller(
      id: "r",
      presented: Controller(
        id: "p", kind: .tabBar, children: [Controller(id: "a"), Controller(id: "b"), Controller(id: "r")]))
    #expect(error(twin)?.path == "root.presented.children[2]")
    #expect(error(twin)?.problem == .duplicateID("r", first: "root"))
    #expect(error(twin)?.message == "root.presented.children[2]: the id \"r\" is also that of root")
    let presenting = Controller(
      id: "n", kind: .navigation, children: [Controller(id: "c", presented: Controller(id: "p"))])
    #expect(error(presenting) == TreeError(path: "root.children[0]", problem: .presentedOnChild))
    #expect(error(Controller(id: "")) == TreeError(path: "root", problem: .emptyID))
    for index in [-1, 2, .max, .min] {
      let tabs = Controller(
        id: "t", kind: .tabBar, children: [Controller(id: "a"), Controller(id: "b")], selected: index)
      #expect(error(tabs)?.problem == .selectionOutOfRange(index, children: 2))
    }
    #expect(error(Controller(id: "t", kind: .tabBar, selected: 0)) == nil)
  }

  @Test func controllersAreFoundAndChangedWhereverTheyAre() {
    var tree = Controller(
      id: "r", children: [Controller(id: "a")],
      presented: Controller(id: "p", children: [Controller(id: "b")]))
    #expect(tree.update("b") { $0.dynamic = true })
    #expect(tree.find("b")?.dynamic == true)
    #expect(tree.presented?.children.first?.dynamic == true)
    #expect(!tree.update("x") { $0.dynamic = true })
    #expect(tree.find("x") == nil)
  }
}

struct TreeComparisonTests {
  nonisolated struct Comparison: Sendable {
    var old: Controller?
    var new: Controller?
    var trigger: Trigger
    var asked: Bool
    init(_ old: Controller?, _ new: Controller?, _ trigger: Trigger, asked: Bool) {
      self.old = old
      self.new = new
      self.trigger = trigger
      self.asked = asked
    }
  }

  /// A chain of controllers, the root first; `s…` is a form sheet, `x…` custom with a presenter that stayed.
  nonisolated private static func chain(_ ids: String...) -> Controller? {
    ids.reversed().reduce(nil as Controller?) { above, id in
      let style: PresentationStyle = id.hasPrefix("s") ? .formSheet : id.hasPrefix("x") ? .custom : .fullScreen
      return Controller(id: id, style: style, presenterStayed: id.hasPrefix("x"), presented: above)
    }
  }

  nonisolated private static let changedChild = Controller(
    id: "r", kind: .navigation, answers: ControllerAnswers(supported: .portrait), children: [Controller(id: "c")])

  nonisolated private static let comparisons: [Comparison] = [
    Comparison(nil, chain("r"), .rootChanged, asked: true),
    Comparison(chain("r", "a"), chain("q", "a"), .rootChanged, asked: true),
    Comparison(chain("r"), chain("r", "a"), .presented, asked: true),
    Comparison(chain("r"), chain("r", "s"), .presented, asked: false),
    Comparison(chain("r", "s"), chain("r", "s", "a"), .presented, asked: true),
    Comparison(chain("r", "a"), chain("r", "b"), .presented, asked: true),
    Comparison(chain("r", "s1"), chain("r", "s2"), .presented, asked: false),
    Comparison(chain("r", "a", "b"), chain("r", "c"), .presented, asked: true),
    Comparison(chain("r", "a"), chain("r"), .dismissed, asked: true),
    Comparison(chain("r", "a", "b"), chain("r"), .dismissed, asked: true),
    Comparison(chain("r", "s"), chain("r"), .dismissed, asked: false),
    Comparison(chain("r", "x"), chain("r"), .dismissed, asked: false),
    Comparison(chain("r", "x", "s"), chain("r"), .dismissed, asked: false),
    Comparison(chain("r", "x", "a"), chain("r"), .dismissed, asked: true),
    Comparison(chain("r"), chain("r"), .childChanged, asked: false),
    Comparison(chain("r"), changedChild, .childChanged, asked: false),
    Comparison(nil, nil, .childChanged, asked: false),
  ]

  @Test(arguments: comparisons)
  func theTriggerIsFound(_ comparison: Comparison) {
    let masks = ApplicationMasks(profile: .ios6, idiom: .pad)
    var window = WindowState(application: masks, device: .portrait, root: comparison.old)
    let decision = window.handle(.tree(comparison.new))
    #expect(decision.trigger == comparison.trigger)
    #expect(decision.polled == comparison.asked)
    #expect(window.root == comparison.new)
  }

  @Test func anotherStyleOfTheSameControllerCountsAsPresented() {
    let masks = ApplicationMasks(profile: .modern, idiom: .pad)
    var sheet = Controller(id: "a", answers: ControllerAnswers(supported: .landscapeRight), style: .pageSheet)
    var window = WindowState(
      application: masks, device: .faceUp, root: Controller(id: "r", presented: sheet))
    sheet.style = .fullScreen
    let decision = window.handle(.tree(Controller(id: "r", presented: sheet)))
    #expect(decision.trigger == .presented)
    #expect(decision.interface == .landscapeRight)
  }
}

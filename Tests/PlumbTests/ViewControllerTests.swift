import PlumbInterface
import Testing

@testable import Plumb

@Suite struct ViewControllerTests {
  private final class Opinionated: ViewController {
    override var shouldAutorotate: Bool { false }
    override var supportedInterfaceOrientations: InterfaceOrientationMask { .landscape }
    override var preferredInterfaceOrientationForPresentation: InterfaceOrientation { .landscapeLeft }
    override var prefersInterfaceOrientationLocked: Bool { true }
    override var answersDynamically: Bool { false }
  }
  private final class Slip: ViewController {
    override var supportedInterfaceOrientations: InterfaceOrientationMask { InterfaceOrientationMask(rawValue: 7) }
  }
  private final class Legacy: ViewController {
    private(set) var asked: [InterfaceOrientation] = []
    override func shouldAutorotate(toInterfaceOrientation orientation: InterfaceOrientation) -> Bool {
      asked.append(orientation)
      return orientation != .portraitUpsideDown
    }
  }
  private final class Foreign: ViewController {
    override var supportedOrientationWords: [String]? { ["android:sensorLandscape"] }
  }
  private final class Delegating: NavigationController {
    override var orientationDelegation: OrientationDelegation? { .visibleChild }
  }
  private final class Answers: ContainerControllerDelegate {
    func supportedInterfaceOrientations(of container: ViewController) -> InterfaceOrientationMask? { .portrait }
  }

  @Test func whatIsNotOverriddenIsNotSaid() {
    var expected = ControllerDescription(id: "x")
    expected.kind = .controller
    expected.style = .fullScreen
    #expect(ViewController(identifier: "x").describe() == expected)
  }

  @Test func whatIsOverriddenIsSaid() {
    let description = Opinionated(identifier: "x").describe()
    #expect(description.shouldAutorotate == false)
    #expect(description.supported == ["landscapeRight", "landscapeLeft"] && description.supportedRaw == nil)
    #expect(description.preferred == "landscapeLeft")
    #expect(description.locksInterfaceOrientation == true)
    #expect(description.dynamic == nil)
    #expect(Slip().describe().supportedRaw == 7 && Slip().describe().supported == nil)
    #expect(Slip().describe().dynamic == true)
    #expect(Foreign().describe().supported == ["android:sensorLandscape"])
  }

  @Test func theOldPredicateIsAskedFourTimes() {
    let controller = Legacy()
    #expect(controller.describe().legacyMask == ["portrait", "landscapeRight", "landscapeLeft"])
    #expect(controller.asked == [.portrait, .landscapeLeft, .landscapeRight, .portraitUpsideDown])
  }

  @Test func containersAreWhatTheyAre() {
    let delegate = Answers()
    let navigation = NavigationController(rootViewController: ViewController(identifier: "bottom"), identifier: "nav")
    navigation.delegate = delegate
    navigation.pushViewController(ViewController(identifier: "top"))
    let tabs = TabBarController(viewControllers: [navigation, ViewController(identifier: "other")], identifier: "tabs")
    tabs.selectedIndex = 1
    let description = tabs.describe()
    #expect(description.kind == .tabBar && description.selected == 1 && description.dynamic == nil)
    #expect(description.children?.map(\.id) == ["nav", "other"])
    let inner = description.children?.first
    #expect(inner?.kind == .navigation && inner?.children?.map(\.id) == ["bottom", "top"])
    #expect(inner?.containerDelegate?.supported == ["portrait"])
    #expect(SplitViewController().describe().kind == .split)
    #expect(PageViewController(page: ViewController()).describe().kind == .page)
    #expect(AlertController().describe().kind == .alert)
    #expect(Delegating().describe().asks == .visibleChild)
  }

  @Test func theStackKeepsItsBottom() {
    let bottom = ViewController()
    let navigation = NavigationController(rootViewController: bottom)
    #expect(navigation.popViewController() == nil)
    let (middle, top) = (ViewController(), ViewController())
    navigation.pushViewController(middle)
    navigation.pushViewController(top)
    #expect(navigation.topViewController === top && top.parent === navigation)
    #expect(navigation.popViewController() === top && top.parent == nil)
    navigation.pushViewController(top)
    #expect(navigation.popToRootViewController().count == 2)
    #expect(navigation.viewControllers.count == 1 && navigation.topViewController === bottom)
  }

  @Test func theSelectedTabIsAlwaysOne() {
    let tabs = TabBarController()
    #expect(tabs.selectedViewController == nil)
    tabs.selectedIndex = 5
    let (first, second) = (ViewController(), ViewController())
    tabs.viewControllers = [first, second]
    #expect(tabs.selectedViewController === second)
    tabs.selectedIndex = -3
    #expect(tabs.selectedViewController === first)
    tabs.selectedViewController = second
    #expect(tabs.selectedIndex == 1)
    tabs.selectedViewController = ViewController()
    #expect(tabs.selectedIndex == 1)
  }

  @Test func presentationsFormOneChainFromTheRoot() {
    let inner = ViewController(identifier: "inner")
    let root = NavigationController(rootViewController: inner, identifier: "root")
    let first = ViewController(identifier: "first")
    first.modalPresentationStyle = .formSheet
    let second = ViewController(identifier: "second")
    inner.present(first)
    #expect(root.presentedViewController === first && inner.presentedViewController == nil)
    inner.present(second)
    #expect(first.presentedViewController === second && second.presentingViewController === first)
    #expect(root.describe().presented?.style == .formSheet)
    #expect(root.describe().presented?.presented?.id == "second")
    second.dismiss()
    #expect(first.presentedViewController == nil && root.presentedViewController === first)
    inner.dismiss()
    #expect(root.presentedViewController == nil && first.presentingViewController == nil)
    root.dismiss()
    #expect(root.presentedViewController == nil)
  }

  @Test func noControllerIsInTwoPlacesOrInItself() {
    let root = ViewController()
    let child = ViewController()
    root.addChild(child)
    root.addChild(child)
    #expect(root.children.count == 1)
    child.addChild(root)
    child.addChild(child)
    child.present(root)
    root.present(child)
    root.present(root)
    #expect(child.children.isEmpty && root.presentedViewController == nil)
    let other = ViewController()
    other.addChild(child)
    #expect(other.children.isEmpty && child.parent === root)
    child.removeFromParent()
    other.addChild(child)
    #expect(root.children.isEmpty && child.parent === other)
  }

  @Test func identifiersDiffer() {
    #expect(ViewController().identifier != ViewController().identifier)
    #expect(Foreign().identifier.hasPrefix("Foreign-"))
  }
}

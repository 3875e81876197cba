import Displays
import Testing

@testable import SessionAgent

@Suite struct PanelTurnerTests {
  private let lines = Lines()

  private func turner(_ name: String? = nil) -> PanelTurner { PanelTurner(name: name, log: lines.log) }

  @Test func thePanelIsTurnedOnceAndNotWhereItIsRight() {
    let display = FakeDisplay()
    let panel = turner()
    var settled = 0
    panel.onSettled = { settled += 1 }
    panel.attach(display)
    panel.want(.normal)
    #expect(display.applied == [])
    #expect(settled == 1)
    panel.want(.rotated90)
    panel.want(.rotated90)
    panel.outputsChanged()
    #expect(display.applied == ["eDP-1 90"])
    #expect(settled == 2)
  }

  @Test func ofManyWishesTheLatestIsNextWhileOneIsUnderWay() {
    let display = FakeDisplay()
    display.answersAtOnce = false
    let panel = turner()
    panel.attach(display)
    for transform: OutputTransform in [.rotated90, .rotated180, .normal, .rotated270] { panel.want(transform) }
    #expect(display.applied == ["eDP-1 90"])
    display.answer()
    #expect(display.applied == ["eDP-1 90", "eDP-1 270"])
    display.answer()
    #expect(display.outputs[0].transform == .rotated270)
  }

  @Test func aWishThatIsFulfilledByTheTimeIsNotAskedFor() {
    let display = FakeDisplay()
    display.answersAtOnce = false
    let panel = turner()
    panel.attach(display)
    panel.want(.rotated90)
    panel.want(.normal)
    panel.want(.rotated90)
    display.answer()
    #expect(display.applied == ["eDP-1 90"])
  }

  @Test func aRefusalIsToldOnceAndTriedAgainAtTheNextChangeAlone() {
    let display = FakeDisplay()
    display.failure = DisplayFailure("no")
    let panel = turner()
    var settled = 0
    panel.onSettled = { settled += 1 }
    panel.attach(display)
    panel.want(.rotated90)
    panel.outputsChanged()
    panel.want(.rotated90)
    #expect(display.applied == ["eDP-1 90"])
    #expect(lines.lines.filter { $0.hasPrefix("error") } == ["error: eDP-1 stays as it is, normal instead of 90: no"])
    #expect(settled == 0)
    display.failure = nil
    panel.want(.rotated180)
    #expect(display.applied.last == "eDP-1 180")
    #expect(settled == 1)
  }

  @Test func whatIsDoneLateIsNotTheLastWord() {
    let display = FakeDisplay()
    display.failure = DisplayFailure("no answer")
    let panel = turner()
    panel.attach(display)
    panel.want(.rotated90)
    display.failure = nil
    panel.want(.normal)
    #expect(display.applied == ["eDP-1 90"])
    display.outputs[0].transform = .rotated90
    panel.outputsChanged()
    #expect(display.applied == ["eDP-1 90", "eDP-1 normal"])
    // From then on somebody else's change is somebody else's again.
    display.outputs[0].transform = .rotated270
    panel.outputsChanged()
    #expect(display.applied.count == 2)
  }

  @Test func whatSomebodyElseDoesStandsUntilTheNextChange() {
    let display = FakeDisplay()
    let panel = turner()
    panel.attach(display)
    panel.want(.rotated90)
    display.outputs[0].transform = .normal
    panel.outputsChanged()
    #expect(display.applied == ["eDP-1 90"])
    panel.want(.rotated180)
    #expect(display.outputs[0].transform == .rotated180)
  }

  @Test func aPanelThatIsOffIsTurnedWhenItIsLit() {
    let display = FakeDisplay()
    let panel = turner()
    var power: [Bool] = []
    panel.onPower = { power.append($0) }
    panel.attach(display)
    display.outputs[0].isEnabled = false
    panel.outputsChanged()
    panel.want(.rotated90)
    #expect(display.applied == [])
    display.outputs[0].isEnabled = true
    panel.outputsChanged()
    #expect(display.applied == ["eDP-1 90"])
    #expect(power == [true, false, true])
  }

  @Test func anOutputThatComesBackIsTurnedAgain() {
    let display = FakeDisplay()
    let panel = turner()
    panel.attach(display)
    panel.want(.rotated90)
    display.outputs = [Output(name: "HDMI-A-1")]
    panel.outputsChanged()
    display.outputs.append(Output(name: "eDP-1"))
    panel.outputsChanged()
    #expect(display.applied == ["eDP-1 90", "eDP-1 90"])
    #expect(display.tied == ["eDP-1", "eDP-1"])
  }

  @Test func anotherDisplayIsTurnedToo() {
    let panel = turner()
    panel.want(.rotated90)
    let first = FakeDisplay()
    first.answersAtOnce = false
    panel.attach(first)
    panel.attach(nil)
    let second = FakeDisplay()
    panel.attach(second)
    #expect(first.applied == ["eDP-1 90"])
    #expect(second.applied == ["eDP-1 90"])
    first.answer()
    #expect(second.applied == ["eDP-1 90"])
  }

  @Test(arguments: [
    (nil, ["HDMI-A-1", "eDP-1"], "eDP-1"), (nil, ["DSI-1"], "DSI-1"), (nil, ["LVDS-1", "DP-1"], "LVDS-1"),
    ("HEADLESS-1", ["eDP-1", "HEADLESS-1"], "HEADLESS-1"),
  ])
  func thePanelIsTheBuiltInOutputOrTheNamedOne(name: String?, outputs: [String], expected: String) {
    let display = FakeDisplay(outputs.map { Output(name: $0) })
    let panel = turner(name)
    panel.attach(display)
    panel.want(.rotated90)
    #expect(display.applied == ["\(expected) 90"])
  }

  @Test(arguments: [
    (nil, "no output is a built-in panel (eDP, LVDS, DSI); say which one is with --output: HDMI-A-1, DP-1"),
    ("eDP-7", "there is no output eDP-7, only HDMI-A-1, DP-1"),
  ])
  func aMissingPanelIsToldOnce(name: String?, words: String) {
    let display = FakeDisplay([Output(name: "HDMI-A-1"), Output(name: "DP-1")])
    let panel = turner(name)
    var settled = 0
    panel.onSettled = { settled += 1 }
    panel.attach(display)
    panel.outputsChanged()
    panel.want(.rotated90)
    #expect(lines.lines == ["warning: " + words])
    #expect(display.applied == [])
    #expect(settled == 1)
  }
}

import Configuration
import Displays
import Glibc
import PlumbInterface
import Testing

@testable import SessionAgent

@Suite struct FrontChoiceTests {
  private static let film = ApplicationRule(pattern: "film", supported: .landscape, file: "a.conf")

  private func registered(_ id: String, pid: Int) -> ApplicationStatus {
    ApplicationStatus(
      id: id, name: id, uid: 1000, pid: pid, profile: .modern, idiom: .pad, mask: [], maskSource: "", windows: [])
  }

  private func choice(_ front: Toplevel?, _ applications: [ApplicationStatus]) -> FrontChoice {
    FrontChoice(
      front: front, applications: applications, ancestors: { $0 == 30 ? [20, 10] : [] },
      rule: { $0 == "film" ? Self.film : nil })
  }

  @Test func nobodyOrAWindowThatNobodyKnowsIsNobody() {
    #expect(choice(nil, [registered("film", pid: 5)]) == .nobody)
    #expect(choice(Toplevel(identity: 1, appID: "foot", pid: 5), []) == .nobody)
    #expect(choice(Toplevel(identity: 1, appID: ""), [registered("film", pid: 5)]) == .nobody)
  }

  @Test func aRuleCountsForWhoDoesNotRegister() {
    #expect(choice(Toplevel(identity: 1, appID: "film"), []) == .rule(id: "film", Self.film))
    #expect(
      choice(Toplevel(identity: 1, appID: "film", pid: 7), [registered("a", pid: 5)]) == .rule(id: "film", Self.film))
  }

  @Test func whoRegisteredItselfIsKnownByItsProcessThenItsIDThenItsAncestors() {
    let all = [registered("film", pid: 5), registered("run", pid: 10), registered("nearer", pid: 20)]
    #expect(choice(Toplevel(identity: 1, appID: "film", pid: 5), all) == .process(5))
    #expect(choice(Toplevel(identity: 1, appID: "film"), all) == .application("film"))
    #expect(choice(Toplevel(identity: 1, appID: "film", pid: 6), all) == .application("film"))
    #expect(choice(Toplevel(identity: 1, appID: "retro", pid: 30), all) == .process(20))
    #expect(choice(Toplevel(identity: 1, appID: "film", pid: 30), [all[1]]) == .process(10))
  }

  @Test func anIDThatTheDaemonWouldNotTakeHasNoRule() {
    let id = String(repeating: "a", count: 256)
    let choice = FrontChoice(
      front: Toplevel(identity: 1, appID: id), applications: [], ancestors: { _ in [] }, rule: { _ in Self.film })
    #expect(choice == .nobody)
  }

  @Test func ancestorsAreThoseOfTheKernel() {
    #expect(Ancestors.of(getpid()).first == getppid() || getppid() <= 1)
    #expect(Ancestors.of(1) == [])
    #expect(Ancestors.of(-5) == [])
  }

  @Test(arguments: [
    ("7 (foot) S 3 7", 3), ("7 (a) b) (c) S 12 7", 12), ("7 () S 1 7", 1), ("7 (foot", nil), ("", nil),
    ("7 (a) S x", nil),
  ])
  func aParentIsReadBehindTheName(line: String, parent: Int32?) {
    #expect(Ancestors.parent(in: Array(line.utf8)[...]) == parent)
  }
}

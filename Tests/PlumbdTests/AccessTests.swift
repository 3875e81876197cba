import EventLoop
import RotationService
import Testing

@testable import plumbd

@Suite(.serialized) struct AccessTests {
  // bin is user 2 and group 2 on every Debian, and in no other group.
  private let bin = Peer(uid: 2, gid: 2, pid: 1)

  @Test(arguments: [("bin", true), ("2", true), ("3", false), ("no-such-group", false), ("-1", false), ("", false)])
  func aGroupIsANameOrANumber(word: String, hasBin: Bool) {
    #expect((UserGroup(word)?.contains(2) ?? false) == hasBin)
    #expect(UserGroup(word)?.contains(987_654) != true, "nobody is not a member of anything")
  }

  @Test func anotherGroupCountsAtOnce() throws {
    let control = AccessControl(loop: try EventLoop(), activeGroup: "3") { false }
    #expect(control.role(of: bin) == .other)
    control.activeGroup = "2"
    #expect(control.role(of: bin) == .active)
    control.activeGroup = "3"
    #expect(control.role(of: bin) == .other)
    #expect(control.role(of: Peer(uid: 0, gid: 0, pid: 1)) == .trusted)
  }

  @Test func aRoleIsBelievedForAWhile() {
    var cache = RoleCache()
    #expect(cache.role(of: 2, at: 0) == nil)
    cache.keep(.active, of: 2, until: 30)
    cache.keep(.other, of: 3, until: .infinity)
    #expect(cache.role(of: 2, at: 29.9) == .active)
    #expect(cache.role(of: 2, at: 30) == nil)
    #expect(cache.role(of: 3, at: 1e9) == .other)
    cache.clear()
    #expect(cache.role(of: 3, at: 0) == nil)
  }
}

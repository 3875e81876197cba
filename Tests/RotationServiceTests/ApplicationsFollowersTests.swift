import JSON
import Testing

@testable import RotationService

/// Who follows ListApplications is told who comes and goes.
@Suite struct ApplicationsFollowersTests {
  private func ids(_ reply: JSONValue) -> [String?] {
    guard case .array(let applications) = reply["parameters"]?["applications"] else { return [nil] }
    return applications.map { $0["id"]?.text }
  }

  @Test func thePresentListComesFirstThenEachChange() throws {
    let harness = try Harness()
    let follower = harness.connect()
    follower.send("ListApplications", more: true)
    #expect(follower.take().map(ids) == [[]])
    let viewer = harness.connect()
    try viewer.register("viewer")
    #expect(follower.take().map(ids) == [["viewer"]])
    viewer.send("SetWindow", #"{"token":"token1","window":"second"}"#)
    #expect(follower.take() == [])
    viewer.close()
    let replies = follower.take()
    #expect(replies.map(ids) == [[]])
    #expect(replies.first?["continues"] == true)
  }

  @Test func aSlowReaderGetsTheLatestListNotAQueue() throws {
    let harness = try Harness()
    let follower = harness.connect()
    follower.send("ListApplications", more: true)
    _ = follower.take()
    follower.reads = false
    let others = try (1...5).map { number in
      let other = harness.connect()
      try other.register("app\(number)")
      return other
    }
    others[0].close()
    follower.reads = true
    #expect(follower.take().map(ids) == [["app1"], ["app2", "app3", "app4", "app5"]])
  }

  @Test func othersFollowTheirOwnAloneAndTheListChangesWithTheirRole() throws {
    let harness = try Harness()
    harness.roles[2000] = .other
    try harness.connect().register("secret")
    let other = harness.connect(uid: 2000)
    other.send("ListApplications", more: true)
    #expect(other.take().map(ids) == [[]])
    harness.roles[2000] = .active
    harness.service.rolesChanged()
    #expect(other.take().map(ids) == [["secret"]])
  }

  @Test func withoutMoreItIsAskedOnce() throws {
    let harness = try Harness()
    let client = harness.connect()
    #expect(ids(["parameters": try client.ask("ListApplications")]) == [])
    try harness.connect().register("later")
    #expect(client.take() == [])
  }
}

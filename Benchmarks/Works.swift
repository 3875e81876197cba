import Autorotation
import JSON
import Orientation
import OrientationEstimation
import PlumbInterface
import RotationService
import Varlink

/// Work of one room on fixed input, which the tables time and the gate counts.
struct Work {
  /// What the gate calls it.
  let name: String
  /// What one repetition is.
  let title: String
  /// How many repetitions are timed, and counted, at once.
  let repetitions: Int
  /// Makes the input, and returns the work of one repetition by its number.
  let prepare: () throws -> (Int) -> Void

  static let all = [
    estimator, decision, treeDecision, treeComparison, jsonDecoding, jsonEncoding, callAnswered, listing,
  ]

  private static let estimator = Work(
    name: "estimator", title: "an accelerometer sample judged", repetitions: 20_000
  ) {
    let samples = handling(count: 20_000)
    var judge = OrientationEstimator()
    return { number in
      if number == 0 { judge.reset() }
      if judge.ingest(samples[number]) != nil { sink &+= 1 }
    }
  }

  /// A device that is turned every four seconds, in a hand that is never quite still: 25 samples a second.
  private static func handling(count: Int) -> [AccelerometerSample] {
    let corners: [(x: Double, y: Double)] = [(0, -9.8), (-9.8, 0), (0, 9.8), (9.8, 0)]
    var noise: UInt64 = 1
    return (0..<count).map { number in
      let time = Double(number) * 0.04
      let (turn, step) = (number / 100, number % 100)
      let (from, to) = (corners[turn % 4], corners[(turn + 1) % 4])
      let share = min(max(Double(step - 80) / 15, 0), 1)
      noise = plainWork(noise)
      let shake = Double(noise % 100) / 200 - 0.25
      return AccelerometerSample(
        time: time,
        acceleration: Acceleration(
          x: from.x + share * (to.x - from.x) + shake, y: from.y + share * (to.y - from.y) - shake, z: shake - 1))
    }
  }

  private static let poses: [DeviceOrientation] = [.landscapeLeft, .portrait, .landscapeRight, .faceUp]

  private static func makeWindow(controllers: Int) -> WindowState {
    let children = (1..<max(controllers, 1)).map { Controller(id: "child\($0)") }
    return WindowState(
      application: ApplicationMasks(delegateMask: .all, profile: .modern, idiom: .pad), device: .portrait,
      root: Controller(id: "root", kind: children.isEmpty ? .controller : .tabBar, children: children))
  }

  private static let decision = Work(name: "decision", title: "a decision, plain window", repetitions: 20_000) {
    var window = makeWindow(controllers: 1)
    return { if window.handle(.turned(poses[$0 % 4])).changed { sink &+= 1 } }
  }

  private static let treeDecision = Work(
    name: "tree-decision", title: "a decision, tree of 1,000 controllers", repetitions: 2000
  ) {
    var window = makeWindow(controllers: 1000)
    return { if window.handle(.turned(poses[$0 % 4])).changed { sink &+= 1 } }
  }

  private static let treeComparison = Work(
    name: "tree-comparison", title: "a tree of 1,000 controllers compared", repetitions: 50
  ) {
    var large = makeWindow(controllers: 1000)
    let trees = [large.root, makeWindow(controllers: 999).root]
    return { if large.handle(.tree(trees[$0 % 2])).changed { sink &+= 1 } }
  }

  private static let call =
    #"{"method":"org.plumbd.Rotation.SetWindow","parameters":{"token":"4a1f0c3b5d7e9a2b4c6d8e0f1a2b3c4d","window":"main","#
    + #""root":{"id":"root","kind":"navigation","supported":["portrait","landscapeLeft"],"shouldAutorotate":true,"#
    + #""children":[{"id":"list","supported":["all"]},{"id":"film","supported":["landscape"],"preferred":"landscapeRight"}]}}}"#

  private static let jsonDecoding = Work(name: "json-decode", title: "a call of 330 bytes parsed", repetitions: 2000) {
    let text = Array(call.utf8)
    return { _ in if (try? JSONValue(parsing: text)) != nil { sink &+= 1 } }
  }

  private static let jsonEncoding = Work(name: "json-encode", title: "a state encoded", repetitions: 2000) {
    let sensor = SensorStatus(available: true, name: "accel_3d", mode: .buffered)
    return { number in
      let state = RotationState(
        serial: number, sensor: sensor, device: poses[number % 3], interface: .landscapeRight, panel: Panel(),
        reason: .turned, locked: nil, foreground: WindowName(application: "org.example.film", window: "main"))
      sink &+= UInt64((try? EncodedParameters(Rotation.MonitorReply(state: state)))?.bytes.count ?? 0)
    }
  }

  private static let callAnswered = Work(
    name: "call", title: "the same call received, checked, answered", repetitions: 1000
  ) {
    let service = Service(
      vendor: "plumbd", product: "benchmarks", version: "0", url: "", interfaces: [try Interfaces.rotation()])
    let reply = try EncodedParameters(["interface": "portrait"] as JSONValue)
    let connection = ServerConnection(service: service) { $0.reply(reply) }
    let message = Array(call.utf8) + [0]
    return { _ in
      connection.receive(message)
      connection.withOutput {
        sink &+= UInt64($0.count)
        return $0.count
      }
    }
  }

  private static let listing = Work(
    name: "list", title: "one of 250 applications changed, and all listed", repetitions: 500
  ) {
    let service = Service(
      vendor: "plumbd", product: "benchmarks", version: "0", url: "", interfaces: [try Interfaces.rotation()])
    var tokens = 0
    let rotation = RotationService(
      options: .init(),
      surroundings: Surroundings(access: Everybody(), schedule: { _, _ in nil }) {
        tokens += 1
        return "token\(tokens)"
      })
    let session = rotation.openSession(for: Peer(uid: 1000, gid: 1000, pid: 1))
    let connection = ServerConnection(service: service) { session.handle($0) }
    func call(_ member: String, _ parameters: String = "{}") {
      connection.receive(Array(#"{"method":"org.plumbd.Rotation.\#(member)","parameters":\#(parameters)}"#.utf8) + [0])
      connection.withOutput {
        sink &+= UInt64($0.count)
        return $0.count
      }
    }
    for number in 1...250 {
      call("Register", #"{"application":{"id":"org.example.application\#(number)"}}"#)
      call("SetWindow", #"{"token":"token\#(number)","window":"main","root":{"id":"root","supported":["portrait"]}}"#)
    }
    return { number in
      call(
        "SetApplicationMask",
        #"{"token":"token\#(number % 250 + 1)","supported":["\#(number / 250 % 2 == 0 ? "landscape" : "portrait")"]}"#)
      call("ListApplications")
    }
  }

  /// A machine with one user.
  private final class Everybody: AccessPolicy {
    func role(of peer: Peer) -> Role { .active }
  }
}

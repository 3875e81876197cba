import JSON
import LoadSupport
import TestSupport

/// The user: holds the device, locks and unlocks, reloads the configuration; one call at a time, and so it is known
/// what the lock must be.
final class Hand {
  private let world: World
  private let connection: Connection
  private var isWaiting = false
  private var wanted: Lock?
  /// The lock that was acknowledged last.
  private(set) var lock: Lock
  /// The lock that was asked for and not acknowledged: where the daemon was killed meanwhile, either may hold.
  var lockInFlight: Lock? { isWaiting ? wanted : nil }
  private var present = true
  private(set) var answers = 0

  /// What the user's lock may be.
  enum Lock: Equatable, CustomStringConvertible {
    case off
    case held(String)

    /// The lock as a state tells it.
    init(_ state: JSONValue) { self = state["locked"]?.text.map(Lock.held) ?? .off }

    var description: String {
      switch self {
      case .off: "off"
      case .held(let orientation): orientation
      }
    }
  }

  init(_ socket: String, _ world: World, lock: Lock) throws {
    self.world = world
    self.lock = lock
    connection = try Connection(socket, world.poller)
    connection.onMessage = { [unowned self] message in
      guard isWaiting else { return world.fault("the user was told what nobody asked for") }
      isWaiting = false
      answers += 1
      guard let reply = try? JSONValue(parsing: message) else { return world.fault("the user got no JSON") }
      if let error = reply["error"]?.text {
        let isExpected = error == "org.plumbd.Mock.NoSensor" && !present || error.hasPrefix("org.plumbd.Rotation.")
        if wanted != nil || !isExpected { world.fault("the user was refused: \(error)") }
      } else if let wanted {
        self.lock = wanted
      }
      wanted = nil
    }
    connection.onEnd = { if !world.isDaemonLeaving { world.fault("the user was cut off") } }
  }

  /// Whether nothing is unanswered.
  var isQuiet: Bool { !isWaiting }

  func close() { connection.close() }

  /// Does something, where the last thing has been answered.
  func act() {
    guard !isWaiting, connection.isOpen else { return }
    switch world.dice.below(20) {
    case 0, 1: setLock()
    case 2: call("Rotation.Rotate", #"{"orientation":"\#(world.dice.interface())"}"#)
    case 3: call("Mock.SetTabletMode", #"{"on":\#(!world.dice.chance(3))}"#)
    case 4:
      present = false
      call("Mock.Remove", "{}")
    case 5, 6: plugIn()
    case 7:
      let axis = { Double(self.world.dice.below(4000)) / 100 - 20 }
      call("Mock.SetAcceleration", #"{"x":\#(axis()),"y":\#(axis()),"z":\#(axis())}"#)
    case 8:
      let start = world.dice.below(1000)
      let samples = (0..<world.dice.below(60)).map { #"{"t":\#(start).\#(10 + $0),"x":0,"y":-9.8,"z":\#($0 % 3)}"# }
      call("Mock.Feed", #"{"samples":[\#(samples.joined(separator: ","))]}"#)
    case 9: call("Rotation.Reload", "{}")
    default: call("Mock.SetPose", #"{"device":"\#(world.dice.pick(Dice.poses))"}"#)
    }
  }

  /// Locks or unlocks.
  func setLock() {
    if world.dice.chance(2) {
      let orientation = world.dice.interface()
      wanted = .held(orientation)
      call("Rotation.Lock", #"{"orientation":"\#(orientation)"}"#)
    } else {
      wanted = .off
      call("Rotation.Unlock", "{}")
    }
  }

  /// Plugs the sensor in.
  func plugIn() {
    present = true
    call("Mock.Add", "{}")
  }

  private func call(_ method: String, _ parameters: String) {
    isWaiting = true
    world.calls += 1
    connection.call("org.plumbd." + method, parameters)
  }
}

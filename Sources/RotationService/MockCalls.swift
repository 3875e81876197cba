import Orientation
import PlumbInterface
import Varlink

/// org.plumbd.Mock, call by call.
struct MockCalls {
  static let name = MockInterface.name
  /// The latest time of a sample that a mock takes, s: beyond it neighbouring times are one and the same number.
  private static let latest = 1e11
  let session: ClientSession

  func handle(_ call: Call) throws(VarlinkError) {
    guard let mock = session.service.surroundings.mock else { throw .interfaceNotFound(call.interface) }
    guard session.role.isAtTheMachine else { throw .permissionDenied }
    let done: Bool
    switch call.member {
    case "SetPose": done = mock.setPose(try call.decode(MockInterface.SetPoseParameters.self).device)
    case "SetAcceleration": done = mock.setAcceleration(try acceleration(call))
    case "Feed": done = mock.feed(try samples(call))
    case "SetTabletMode": done = mock.setTabletMode(try call.decode(MockInterface.SetTabletModeParameters.self).on)
    case "Remove": done = mock.remove()
    case "Add": done = mock.add()
    default: throw .methodNotFound(call.method)
    }
    guard done else { throw VarlinkError(name: MockInterface.method("NoSensor")) }
    call.reply(Rotation.Nothing())
  }

  private func acceleration(_ call: Call) throws(VarlinkError) -> Acceleration {
    let acceleration = try call.decode(Acceleration.self)
    for (name, value) in [("x", acceleration.x), ("y", acceleration.y), ("z", acceleration.z)]
    where !MockInterface.accelerations.contains(value) {
      throw .invalidParameter(name)
    }
    return acceleration
  }

  private func samples(_ call: Call) throws(VarlinkError) -> [AccelerometerSample] {
    let samples = try call.decode(MockInterface.FeedParameters.self).samples
    guard samples.count <= MockInterface.samplesPerCall else {
      throw VarlinkError(
        name: MockInterface.method("TooManySamples"),
        parameters: ["maximum": .integer(Int64(MockInterface.samplesPerCall))])
    }
    for (index, sample) in samples.enumerated() where !(abs(sample.t) <= Self.latest) {
      throw .invalidParameter("samples[\(index)].t")
    }
    for (index, pair) in zip(samples, samples.dropFirst()).enumerated() where !(pair.0.t < pair.1.t) {
      throw .invalidParameter("samples[\(index + 1)].t")
    }
    return samples.map(\.sample)
  }
}

import Console
import Orientation
import PlumbInterface

/// `plumbctl mock …`.
enum MockCommands {
  static let all = [pose, acceleration, MockPlayCommand.entry, tabletMode, remove, add]

  private static let pose = ToolCommand(
    group: .mock,
    command: .daemon(
      "mock pose", summary: "Hold the device so.", operands: "POSE", operandCount: 1...1,
      discussion: """
        POSE is portrait, portraitUpsideDown, landscapeLeft (turned left, the right edge
        up), landscapeRight, faceUp or faceDown, as seen on a portrait panel.
        """)
  ) { invocation throws(Failure) in
    let pose = try invocation.pose(invocation.arguments.operands[0])
    return try act("SetPose", MockInterface.SetPoseParameters(device: pose), invocation)
  }

  private static let acceleration = ToolCommand(
    group: .mock,
    command: .daemon(
      "mock accel", summary: "Let it measure this vector in m/s².", operands: "X Y Z", operandCount: 3...3,
      discussion: """
        X to the right, Y to the top edge, Z out of the screen, pointing to the ground at
        rest: upright is 0 -9.81 0. Each is a number from -1000 to 1000.
        """), order: .numbers
  ) { invocation throws(Failure) in
    let allowed = MockInterface.accelerations
    var numbers: [Double] = []
    for word in invocation.arguments.operands {
      guard let number = Double(word), allowed.contains(number) else {
        let range = "\(Int(allowed.lowerBound)) to \(Int(allowed.upperBound)) m/s²"
        throw Failure.usage("'\(word)' is not a number from \(range)", invocation.command)
      }
      numbers.append(number)
    }
    return try act("SetAcceleration", Acceleration(x: numbers[0], y: numbers[1], z: numbers[2]), invocation)
  }

  private static let tabletMode = ToolCommand(
    group: .mock,
    command: .daemon(
      "mock tablet-mode", summary: "Fold a convertible to a tablet, or open it.", operands: "on|off",
      operandCount: 1...1)
  ) { invocation throws(Failure) in
    let word = invocation.arguments.operands[0]
    guard word == "on" || word == "off" else { throw invocation.unknown(word, "a mode", ["on", "off"]) }
    return try act("SetTabletMode", MockInterface.SetTabletModeParameters(on: word == "on"), invocation)
  }

  private static let remove = ToolCommand(
    group: .mock, command: .daemon("mock remove", summary: "Unplug the sensor.")
  ) { invocation throws(Failure) in try act("Remove", Rotation.Nothing(), invocation) }

  private static let add = ToolCommand(
    group: .mock, command: .daemon("mock add", summary: "Plug it in again.")
  ) { invocation throws(Failure) in try act("Add", Rotation.Nothing(), invocation) }

  private static func act(_ member: String, _ parameters: some Encodable, _ invocation: Invocation) throws(Failure)
    -> Int32
  {
    let reply = try invocation.call(MockInterface.method(member), parameters)
    if invocation.json { invocation.line(reply.parameters) }
    return ExitStatus.done
  }
}

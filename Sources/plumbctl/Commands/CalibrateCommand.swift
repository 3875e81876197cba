import Configuration
import JSON
import Orientation
import PlumbInterface
import Varlink

/// `plumbctl calibrate`.
enum CalibrateCommand {
  static let entry = ToolCommand(
    group: .diagnosing,
    command: .daemon(
      "calibrate", summary: "Find out how the accelerometer is mounted.", operands: "[POSE...]",
      operandCount: 0...12,
      options: [.init("yes", help: "Wait for no Enter: take each pose as soon as the device rests in it.")],
      discussion: """
        Asks for one pose after the other, by default portrait (upright), landscapeRight
        (the left edge up), landscapeLeft and faceUp, and waits for Enter (a line on
        standard input) and for rest. Prints the mount matrix, the polarity, by how much
        the poses miss them, and the lines for plumbd.conf, for quirks.d and for systemd's
        hwdb. Where the poses contradict each other it refuses. With --yes a mock is moved
        by the tool itself.
        """), run: run)

  private static let usual: [DeviceOrientation] = [.portrait, .landscapeRight, .landscapeLeft, .faceUp]
  /// How long a pose may take to come to rest, seconds: after Enter, and where hands alone have to do it.
  private static let patience = (afterEnter: 15.0, handsFree: 60.0)

  private static func run(_ invocation: Invocation) throws(Failure) -> Int32 {
    let poses = try poses(invocation)
    let reader = try PoseReader(invocation)
    guard let sensor = reader.sensor else { throw Failure("there is no accelerometer to calibrate") }
    let isAutomatic = invocation.arguments.has("yes")
    var readings: [Calibration.Reading] = []
    for (index, pose) in poses.enumerated() {
      let ask = isAutomatic ? "Hold it still." : "Press Enter when it rests."
      invocation.output.complain("\(index + 1) of \(poses.count): \(pose.instruction). \(ask)\n")
      if isAutomatic, sensor.mode == .mock {
        let parameters = MockInterface.SetPoseParameters(device: pose)
        _ = try invocation.call(MockInterface.method("SetPose"), parameters)
      } else if !isAutomatic {
        try reader.waitForLine()
      }
      let known = readings.map(\.mean)
      let mean = try reader.restingVector(within: isAutomatic ? patience.handsFree : patience.afterEnter) { vector in
        !isAutomatic || known.allSatisfy { isElsewhere(vector, from: $0) }
      }
      readings.append(.init(pose: pose, mean: mean))
    }
    let calibration: Calibration
    do { calibration = try Calibration(readings) } catch { throw Failure("the calibration is refused: \(error)") }
    let texts = CalibrationTexts(
      calibration: calibration, sensorName: sensor.name, sensorModalias: SensorModalias.find(above: sensor.path),
      machine: .ofThisMachine())
    if invocation.json { invocation.line(json(texts)) } else { report(texts, invocation) }
    return ExitStatus.done
  }

  private static func poses(_ invocation: Invocation) throws(Failure) -> [DeviceOrientation] {
    let poses = try invocation.arguments.operands.map { word throws(Failure) in try invocation.pose(word) }
    return poses.isEmpty ? usual : poses
  }

  /// More than 45° apart: another pose, and no unsteady hand.
  private static func isElsewhere(_ a: Acceleration, from b: Acceleration) -> Bool {
    let product = a.x * b.x + a.y * b.y + a.z * b.z
    return product < a.magnitude * b.magnitude * 0.707
  }

  // MARK: Output

  private static func report(_ texts: CalibrationTexts, _ invocation: Invocation) {
    let calibration = texts.calibration
    let misses = calibration.residuals.map { "\($0.pose.word) \(tenths($0.degrees))°" }.joined(separator: ", ")
    let gravity = calibration.scaleError * Acceleration.standardGravity
    invocation.line("\(texts.sensorName) is mounted so:")
    invocation.columns(
      [
        ("matrix", calibration.matrix.text), ("polarity", calibration.polarity.rawValue),
        ("residual", "at most \(tenths(calibration.worst))° (\(misses))"),
        ("gravity", "\(tenths(gravity)) m/s² measured" + (isScaleOdd(calibration) ? ": the scale is wrong" : "")),
      ], indent: "  ")
    section(["In /etc/plumbd/plumbd.conf, for plumbd on this machine:"], texts.configuration, invocation)
    section(["Or in a file of /etc/plumbd/quirks.d, for every machine of this kind:"], texts.quirk, invocation)
    let remark = texts.isKnownToDatabase ? [] : ["(neither DMI nor the sensor's modalias is known here: fill it in)"]
    section(
      ["Or in /etc/udev/hwdb.d/61-sensor-local.hwdb, for every program:"] + remark, texts.hardwareDatabase, invocation)
  }

  private static func section(_ heading: [String], _ lines: [String], _ invocation: Invocation) {
    for line in [""] + heading + [""] + lines { invocation.line(line) }
  }

  private static func isScaleOdd(_ calibration: Calibration) -> Bool { !(0.9...1.1).contains(calibration.scaleError) }

  private static func json(_ texts: CalibrationTexts) -> JSONValue {
    let calibration = texts.calibration
    func text(_ lines: [String]) -> JSONValue { .string(lines.map { $0 + "\n" }.joined()) }
    let residuals = calibration.residuals.map { residual -> JSONValue in
      .object(["pose": .string(residual.pose.word), "degrees": .number(residual.degrees)])
    }
    let fields: [String: JSONValue] = [
      "sensor": .string(texts.sensorName), "matrix": .array(calibration.matrix.rows.map(JSONValue.number)),
      "polarity": .string(calibration.polarity.rawValue), "residuals": .array(residuals),
      "gravity": .number(calibration.scaleError * Acceleration.standardGravity),
      "configuration": text(texts.configuration), "quirk": text(texts.quirk),
      "hwdb": text(texts.hardwareDatabase),
    ]
    return .object(fields)
  }

  private static func tenths(_ value: Double) -> String {
    let tenths = Int((min(max(value, 0), 1e6) * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}

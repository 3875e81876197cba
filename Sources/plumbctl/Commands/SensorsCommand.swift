import Orientation
import PlumbInterface

/// `plumbctl sensors`.
enum SensorsCommand {
  static let entry = ToolCommand(
    group: .looking,
    command: .daemon(
      "sensors", summary: "List the accelerometers, used or not, and why.",
      discussion: """
        The reading is in the device's frame, whatever the sensor's own: x to the right,
        y to the top edge, z out of the screen, pointing to the ground at rest. With
        --json: one Accelerometer of org.plumbd.Sensor a line.
        """), run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> Int32 {
    let reply = try invocation.call(SensorInterface.method("List"))
    guard !invocation.json else {
      invocation.lines(reply.parameters["sensors"])
      return ExitStatus.done
    }
    let sensors = try invocation.decode(SensorInterface.ListReply.self, from: reply).sensors
    if sensors.isEmpty { invocation.line("There is no accelerometer.") }
    for (index, sensor) in sensors.enumerated() {
      if index > 0 { invocation.line() }
      invocation.line("\(sensor.name): \(sensor.used ? "used" : "not used"), \(sensor.why)")
      invocation.columns(rows(sensor), indent: "  ")
    }
    return ExitStatus.done
  }

  /// An accelerometer in words, but for its name and use.
  static func rows(_ sensor: AccelerometerReport) -> [(term: String, text: String)] {
    var rows: [(term: String, text: String)] = [("path", sensor.path)]
    if let label = sensor.label { rows.append(("label", label)) }
    rows.append(("location", sensor.location.map { $0 + source(sensor.locationSource) } ?? "not known"))
    if let mode = sensor.mode {
      rows.append(("read", mode.rawValue + (sensor.rate.map { ", \(number($0)) samples a second" } ?? "")))
    }
    rows.append(("matrix", matrix(sensor.matrix) + source(sensor.matrixSource)))
    rows.append(("polarity", sensor.polarity.rawValue + source(sensor.polaritySource)))
    rows.append(("scale", sensor.scale.map { "\($0)" }.joined(separator: ", ") + " m/s² a count"))
    rows.append(("faults", sensor.faults.isEmpty ? "none" : sensor.faults.joined(separator: "; ")))
    if let reading = sensor.reading {
      let vector = "x \(number(reading.x)), y \(number(reading.y)), z \(number(reading.z)) m/s²"
      rows.append(("reading", vector + (sensor.meaning.map { ": \($0)" } ?? "")))
    }
    return rows
  }

  private static func source(_ source: String?) -> String { source.map { " (\($0))" } ?? "" }

  private static func matrix(_ numbers: [Double]) -> String {
    stride(from: 0, to: numbers.count, by: 3)
      .map { numbers[$0..<min($0 + 3, numbers.count)].map(number).joined(separator: ", ") }
      .joined(separator: "; ")
  }

  /// At most two decimals.
  private static func number(_ value: Double) -> String {
    let hundredths = (value * 100).rounded()
    guard abs(hundredths) < 1e15 else { return "\(value)" }
    let whole = Int(hundredths)
    if whole % 100 == 0 { return "\(whole / 100)" }
    return "\(Double(whole) / 100)"
  }
}

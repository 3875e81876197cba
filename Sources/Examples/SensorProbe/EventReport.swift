import Console
import FoundationEssentials
import Glibc
import Orientation
import Sensors

/// Writes events and sensors as lines of JSON to the standard output.
struct EventReport {
  private let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  private struct Line: Encodable {
    var event: String
    var t: Double?
    var a: [Double]?
    var sensor: [Double]?
    var words: String?
    var description: Sensor?
    var sensors: [Sensor]?
  }

  private struct Sensor: Encodable {
    var name: String
    var label: String?
    var identifier: String
    var path: String?
    var location: String
    var locationFrom: String
    var matrix: String
    var matrixFrom: String
    var polarity: String
    var scale: [Double]?
    var scaleFrom: String?
    var offset: [Double]
    var rate: Double?
    var mode: String
    var used: Bool
    var reason: String
    var faults: [String]

    init(_ sensor: AccelerometerDescription) {
      name = sensor.name
      label = sensor.label
      identifier = sensor.identifier
      path = sensor.sysfsPath
      location = sensor.location.value.rawValue
      locationFrom = sensor.location.source
      matrix = sensor.mountMatrix.value.text
      matrixFrom = sensor.mountMatrix.source
      polarity = sensor.polarity.value.rawValue
      scale = sensor.scale?.value
      scaleFrom = sensor.scale?.source
      offset = sensor.offset
      rate = sensor.rate
      mode = sensor.mode.rawValue
      used = sensor.isUsed
      reason = sensor.reason
      faults = sensor.faults
    }
  }

  /// One line for an event.
  func event(_ event: SensorEvent) {
    switch event {
    case .sample(let sample, let sensor):
      write(Line(event: "sample", t: sample.time, a: numbers(sample.acceleration), sensor: numbers(sensor)))
    case .appeared(let description): write(Line(event: "appeared", description: Sensor(description)))
    case .lost(let reason): write(Line(event: "lost", words: reason))
    case .stale: write(Line(event: "stale"))
    case .recovered: write(Line(event: "recovered"))
    case .quiet(let time): write(Line(event: "quiet", t: time))
    case .ended: write(Line(event: "ended"))
    case .tabletMode(let on): write(Line(event: on ? "tabletMode" : "laptopMode"))
    case .notice(let words), .unavailable(reason: let words): write(Line(event: "notice", words: words))
    case .detail(let words): write(Line(event: "detail", words: words))
    }
  }

  /// One line for all sensors.
  func sensors(_ sensors: [AccelerometerDescription]) {
    write(Line(event: "sensors", sensors: sensors.map(Sensor.init)))
  }

  private func numbers(_ vector: Acceleration) -> [Double] { [vector.x, vector.y, vector.z] }

  private func write(_ line: Line) {
    guard let bytes = try? encoder.encode(line) else { return }
    // Whoever reads no more wants no more.
    do { try TextOutput.standardOutput.write(bytes + [UInt8(ascii: "\n")]) } catch { exit(0) }
  }
}

import Orientation

/// The keys of one line, each at most once, with values of the right kind; header and entry are told apart afterwards.
struct RecordingFields {
  private(set) var version: Double?
  private var name: String?
  private var unit: String?
  private var polarity: Polarity?
  private var rate: Double?
  private var device: String?
  private var matrix: [Double]?
  private var scale: [Double]?
  private var location: String?
  private var time: Double?
  private var acceleration: Acceleration?
  private var event: RecordingEvent?

  mutating func read(from reader: inout RecordingValueReader) throws(FieldError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      do {
        try readValue(of: key, from: &reader)
      } catch {
        throw FieldError(key: error.key ?? key, error.problem)
      }
    }
    try reader.end()
  }

  private mutating func readValue(of key: String, from reader: inout RecordingValueReader) throws(FieldError) {
    switch key {
    case "t": try once(&time, try reader.number())
    case "a": try once(&acceleration, try reader.vector())
    case "event": try once(&event, try reader.word(of: RecordingEvent.self))
    case "plumb-recording": try once(&version, try reader.number())
    case "name": try once(&name, try reader.string())
    case "unit": try once(&unit, try reader.string())
    case "polarity": try once(&polarity, try reader.word(of: Polarity.self))
    case "rate": try once(&rate, try reader.number())
    case "device": try once(&device, try reader.string())
    case "matrix": try once(&matrix, try reader.matrix())
    case "scale": try once(&scale, try reader.scale())
    case "location": try once(&location, try reader.string())
    default: throw FieldError(key: key, .unknownKey)
    }
  }

  private func once<Value>(_ place: inout Value?, _ value: Value) throws(FieldError) {
    guard place == nil else { throw FieldError(.duplicateKey) }
    place = value
  }

  func header() throws(FieldError) -> RecordingHeader {
    if let version, version != Double(RecordingHeader.version) {
      throw FieldError(key: "plumb-recording", .unknownVersion(version))
    }
    try refuse(time, "t")
    try refuse(acceleration, "a")
    try refuse(event, "event")
    let name = try require(name, "name")
    guard try require(unit, "unit") == RecordingHeader.unit else {
      throw FieldError(key: "unit", .expected("\"\(RecordingHeader.unit)\""))
    }
    let rate = try require(rate, "rate")
    guard rate > 0 else { throw FieldError(key: "rate", .expected("above 0")) }
    return RecordingHeader(
      name: name, polarity: try require(polarity, "polarity"), rate: rate, device: device, matrix: matrix,
      scale: scale, location: location)
  }

  func entry() throws(FieldError) -> RecordingEntry {
    try refuse(name, "name")
    try refuse(unit, "unit")
    try refuse(polarity, "polarity")
    try refuse(rate, "rate")
    try refuse(device, "device")
    try refuse(matrix, "matrix")
    try refuse(scale, "scale")
    try refuse(location, "location")
    let time = try require(time, "t")
    if let event {
      try refuse(acceleration, "a")
      return .event(event, time: time)
    }
    return .sample(AccelerometerSample(time: time, acceleration: try require(acceleration, "a")))
  }

  private func require<Value>(_ value: Value?, _ key: String) throws(FieldError) -> Value {
    guard let value else { throw FieldError(key: key, .missingKey) }
    return value
  }

  private func refuse(_ value: Any?, _ key: String) throws(FieldError) {
    guard value == nil else { throw FieldError(key: key, .unknownKey) }
  }
}

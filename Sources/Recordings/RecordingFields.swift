import Orientation

/// An error that does not know its line yet.
struct FieldError: Error {
  var key: String?
  var problem: RecordingError.Problem
}

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

  mutating func read(from scanner: inout JSONScanner) throws(FieldError) {
    try scanner.beginObject()
    while let key = try scanner.nextKey() {
      do {
        try readValue(of: key, from: &scanner)
      } catch {
        throw FieldError(key: error.key ?? key, problem: error.problem)
      }
    }
    try scanner.end()
  }

  private mutating func readValue(of key: String, from scanner: inout JSONScanner) throws(FieldError) {
    switch key {
    case "t": try once(&time, try scanner.number())
    case "a": try once(&acceleration, try scanner.vector())
    case "event": try once(&event, try scanner.word(of: RecordingEvent.self))
    case "plumb-recording": try once(&version, try scanner.number())
    case "name": try once(&name, try scanner.string())
    case "unit": try once(&unit, try scanner.string())
    case "polarity": try once(&polarity, try scanner.word(of: Polarity.self))
    case "rate": try once(&rate, try scanner.number())
    case "device": try once(&device, try scanner.string())
    case "matrix": try once(&matrix, try scanner.matrix())
    case "scale": try once(&scale, try scanner.scale())
    case "location": try once(&location, try scanner.string())
    default: throw FieldError(key: key, problem: .unknownKey)
    }
  }

  private func once<Value>(_ place: inout Value?, _ value: Value) throws(FieldError) {
    guard place == nil else { throw FieldError(key: nil, problem: .duplicateKey) }
    place = value
  }

  func header() throws(FieldError) -> RecordingHeader {
    if let version, version != Double(RecordingHeader.version) {
      throw FieldError(key: "plumb-recording", problem: .unknownVersion(version))
    }
    try refuse(time, "t")
    try refuse(acceleration, "a")
    try refuse(event, "event")
    let name = try require(name, "name")
    guard try require(unit, "unit") == RecordingHeader.unit else {
      throw FieldError(key: "unit", problem: .expected("\"\(RecordingHeader.unit)\""))
    }
    let rate = try require(rate, "rate")
    guard rate > 0 else { throw FieldError(key: "rate", problem: .expected("above 0")) }
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
    guard let value else { throw FieldError(key: key, problem: .missingKey) }
    return value
  }

  private func refuse(_ value: Any?, _ key: String) throws(FieldError) {
    guard value == nil else { throw FieldError(key: key, problem: .unknownKey) }
  }
}

extension JSONScanner {
  fileprivate mutating func vector() throws(FieldError) -> Acceleration {
    try beginArray("three numbers")
    let x = try element(of: "three numbers")
    let y = try element(of: "three numbers")
    let z = try element(of: "three numbers")
    guard try nextElement() == false else { throw FieldError(key: nil, problem: .expected("three numbers")) }
    return Acceleration(x: x, y: y, z: z)
  }

  fileprivate mutating func matrix() throws(FieldError) -> [Double] {
    let kind = "nine numbers, row by row"
    try beginArray(kind)
    var numbers: [Double] = []
    while try nextElement(), numbers.count < 10 { numbers.append(try number(kind)) }
    guard numbers.count == 9 else { throw FieldError(key: nil, problem: .expected(kind)) }
    return numbers
  }

  fileprivate mutating func scale() throws(FieldError) -> [Double] {
    let kind = "a number or three"
    guard isAtArray else { return [try number(kind)] }
    let vector = try vector()
    return [vector.x, vector.y, vector.z]
  }

  fileprivate mutating func word<Word>(of type: Word.Type) throws(FieldError) -> Word
  where Word: RawRepresentable<String> & CaseIterable {
    let choices = { "one of " + Word.allCases.map(\.rawValue).joined(separator: ", ") }
    guard let word = Word(rawValue: try string(choices())) else {
      throw FieldError(key: nil, problem: .expected(choices()))
    }
    return word
  }

  private mutating func element(of kind: String) throws(FieldError) -> Double {
    guard try nextElement() else { throw FieldError(key: nil, problem: .expected(kind)) }
    return try number(kind)
  }
}

import JSON
import Orientation

/// An error that does not know its line yet.
struct FieldError: Error {
  var key: String?
  var problem: RecordingError.Problem

  init(key: String? = nil, _ problem: RecordingError.Problem) {
    self.key = key
    self.problem = problem
  }
}

/// Reads the one JSON object of a line: strings, numbers and arrays of numbers are all that a recording has.
struct RecordingValueReader {
  private var json: JSONReader

  init(_ line: ArraySlice<UInt8>) { json = JSONReader(line) }

  /// Whether the line has nothing but blanks left.
  var isAtEnd: Bool { json.isAtEnd }

  mutating func beginObject() throws(FieldError) {
    do { try json.beginObject() } catch { throw FieldError(error) }
  }

  /// The next key, its colon passed; nil at the object's end.
  mutating func nextKey() throws(FieldError) -> String? {
    do { return try json.nextKey() } catch { throw FieldError(error) }
  }

  /// Checks that nothing follows the object.
  mutating func end() throws(FieldError) {
    do { try json.end() } catch { throw FieldError(error) }
  }

  mutating func string(_ kind: String = "a string") throws(FieldError) -> String {
    try expect(.string, kind)
    do { return try json.readString() } catch { throw FieldError(error) }
  }

  /// A number, which must be finite.
  mutating func number(_ kind: String = "a number") throws(FieldError) -> Double {
    try expect(.number, kind)
    let number: Double
    do { number = try json.readDouble() } catch { throw FieldError(error) }
    guard number.isFinite else { throw FieldError(.notFinite) }
    return number
  }

  mutating func vector() throws(FieldError) -> Acceleration {
    let kind = "three numbers"
    try beginArray(kind)
    let x = try element(kind)
    let y = try element(kind)
    let z = try element(kind)
    guard try nextElement() == false else { throw FieldError(.expected(kind)) }
    return Acceleration(x: x, y: y, z: z)
  }

  mutating func matrix() throws(FieldError) -> [Double] {
    let kind = "nine numbers, row by row"
    try beginArray(kind)
    var numbers: [Double] = []
    while try nextElement(), numbers.count < 10 { numbers.append(try number(kind)) }
    guard numbers.count == 9 else { throw FieldError(.expected(kind)) }
    return numbers
  }

  mutating func scale() throws(FieldError) -> [Double] {
    guard json.nextKind == .array else { return [try number("a number or three")] }
    let vector = try vector()
    return [vector.x, vector.y, vector.z]
  }

  mutating func word<Word>(of type: Word.Type) throws(FieldError) -> Word
  where Word: RawRepresentable<String> & CaseIterable {
    let choices = "one of " + Word.allCases.map(\.rawValue).joined(separator: ", ")
    guard let word = Word(rawValue: try string(choices)) else { throw FieldError(.expected(choices)) }
    return word
  }

  private mutating func beginArray(_ kind: String) throws(FieldError) {
    try expect(.array, kind)
    do { try json.beginArray() } catch { throw FieldError(error) }
  }

  private mutating func nextElement() throws(FieldError) -> Bool {
    do { return try json.nextElement() } catch { throw FieldError(error) }
  }

  private mutating func element(_ kind: String) throws(FieldError) -> Double {
    guard try nextElement() else { throw FieldError(.expected(kind)) }
    return try number(kind)
  }

  /// Tells JSON of another kind than asked for from no JSON at all.
  private func expect(_ kind: JSONKind, _ words: String) throws(FieldError) {
    switch json.nextKind {
    case kind: break
    case nil: throw FieldError(json.failure("a value"))
    default: throw FieldError(.expected(words))
    }
  }
}

extension FieldError {
  fileprivate init(_ error: JSONSyntaxError) { self.init(.notJSON(column: error.offset &+ 1)) }
}

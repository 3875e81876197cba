// Words come from outside, so they are compared byte by byte: Unicode's equivalence costs the square of a hostile length.

extension DeviceOrientation {
  /// The orientation that a word of the files and the socket names, nil for any other word.
  public init?(word: some StringProtocol) {
    guard let match = Self.allCases.first(where: { $0.word.utf8.elementsEqual(word.utf8) }) else { return nil }
    self = match
  }
}

extension InterfaceOrientation {
  /// The orientation that a word of the files and the socket names, nil for any other word.
  public init?(word: some StringProtocol) {
    guard let match = Self.allCases.first(where: { $0.word.utf8.elementsEqual(word.utf8) }) else { return nil }
    self = match
  }
}

extension DeviceOrientation: Codable {
  /// Reads one of the words.
  public init(from decoder: any Decoder) throws { self = try decoder.word("a device orientation", Self.init(word:)) }
  /// Writes the word.
  public func encode(to encoder: any Encoder) throws { try encoder.word(word) }
}

extension InterfaceOrientation: Codable {
  /// Reads one of the words.
  public init(from decoder: any Decoder) throws {
    self = try decoder.word("an interface orientation", Self.init(word:))
  }
  /// Writes the word.
  public func encode(to encoder: any Encoder) throws { try encoder.word(word) }
}

extension Decoder {
  fileprivate func word<Value>(_ kind: String, _ make: (String) -> Value?) throws -> Value {
    let container = try singleValueContainer()
    let word = try container.decode(String.self)
    guard let value = make(word) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(word)\" is not a word for \(kind)")
    }
    return value
  }
}

extension Encoder {
  fileprivate func word(_ word: String) throws {
    var container = singleValueContainer()
    try container.encode(word)
  }
}

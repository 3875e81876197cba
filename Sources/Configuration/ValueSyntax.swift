import Orientation

/// How a value is written in plumbd.conf: what is allowed, in words, and the way to and fro.
struct ValueSyntax<Value: Sendable>: Sendable {
  /// What may stand there, for messages and the manual.
  let allowed: String
  /// Words that a slip may have been meant for.
  var words: [String] = []
  /// The value of a text, nil where it is not allowed.
  let parse: @Sendable (String) -> Value?
  /// The usual text of a value; `parse` takes it.
  let text: @Sendable (Value) -> String

  /// The word `auto`, which is nil, or what another syntax takes.
  static func auto<Wrapped>(or syntax: ValueSyntax<Wrapped>) -> Self where Value == Wrapped? {
    Self(
      allowed: "auto, " + syntax.allowed, words: ["auto"] + syntax.words,
      parse: { text in text == "auto" ? .some(nil) : syntax.parse(text).map { .some($0) } },
      text: { value in value.map(syntax.text) ?? "auto" })
  }
}

extension ValueSyntax where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
  /// One of the words of an enumeration.
  static var word: Self {
    let words = Value.allCases.map(\.rawValue)
    return Self(
      allowed: words.joined(separator: ", "), words: words, parse: { Value(rawValue: $0) }, text: { $0.rawValue })
  }
}

extension ValueSyntax<Bool> {
  /// A choice of two.
  static let yesOrNo = Self(
    allowed: "yes, no", words: ["yes", "no"],
    parse: { text in text == "yes" ? true : text == "no" ? false : nil }, text: { $0 ? "yes" : "no" })
}

extension ValueSyntax<Double> {
  /// A decimal number with a point, whatever the locale.
  static func number(_ range: ClosedRange<Double>, _ unit: String) -> Self {
    Self(
      allowed: "a number from \(decimalText(range.lowerBound)) to \(decimalText(range.upperBound)) (\(unit))",
      parse: { text in decimal(text).flatMap { range.contains($0) ? $0 : nil } },
      text: { decimalText($0) })
  }
}

extension ValueSyntax<Int> {
  /// A whole number.
  static func count(_ range: ClosedRange<Int>, _ unit: String) -> Self {
    Self(
      allowed: "a whole number from \(range.lowerBound) to \(range.upperBound) (\(unit))",
      parse: { text in
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text).flatMap { range.contains($0) ? $0 : nil }
      },
      text: { String($0) })
  }

  /// Degrees in steps of a quarter turn.
  static let quarterTurn = Self(
    allowed: "0, 90, 180, 270 (degrees)",
    parse: { text in [0, 90, 180, 270].first { String($0) == text } },
    text: { String($0) })
}

extension ValueSyntax<String> {
  /// What names a device: the sensor room knows what it matches.
  static let device = Self(
    allowed: "a name, a label, iio:deviceN, or a path under /sys",
    parse: { $0.isEmpty ? nil : $0 }, text: { $0 })

  /// A libiio context (libiio's `iio_create_context_from_uri`).
  static let contextURI: Self = {
    let schemes = ["local:", "ip:", "usb:", "serial:", "xml:"]
    return Self(
      allowed: "local:, ip:HOST, usb:BUS.ADDRESS.INTERFACE, serial:PORT, xml:FILE", words: schemes,
      parse: { text in schemes.contains { text.hasPrefix($0) } ? text : nil }, text: { $0 })
  }()

  /// A group by name or number; whether it exists is not a matter of syntax.
  static let group = Self(
    allowed: "a group's name or number",
    parse: { text in
      let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "/") }
      return !text.isEmpty && isPlain ? text : nil
    },
    text: { $0 })

  /// A path from the root.
  static let absolutePath = Self(
    allowed: "an absolute path", parse: { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }, text: { $0 })

  /// A path that fits into `sun_path` (unix(7): 108 bytes with the NUL).
  static let socketPath = Self(
    allowed: "an absolute path of at most 107 bytes (the system's limit for a socket)",
    parse: { $0.utf8.first == UInt8(ascii: "/") && $0.utf8.count <= 107 ? $0 : nil }, text: { $0 })
}

extension ValueSyntax<[Double]> {
  /// Nine numbers, row by row, with blanks or commas between, or the kernel's text form with semicolons too.
  static let mountMatrix = Self(
    allowed:
      "an invertible matrix, nine numbers row by row as in 1,0,0; 0,1,0; 0,0,1 (a blank before a semicolon begins a comment)",
    parse: { text in
      let fields = text.split { $0 == " " || $0 == "\t" || $0 == "," || $0 == ";" }
      let numbers = fields.compactMap { decimal($0) }
      guard fields.count == numbers.count, let checked = try? MountMatrix.repairing(rows: numbers) else { return nil }
      // What a person writes is mended by that person: only what devices and their firmware say is repaired.
      return checked.repair == nil ? numbers : nil
    },
    text: { rows in
      stride(from: 0, to: rows.count, by: 3)
        .map { start in rows[start..<min(start + 3, rows.count)].map(decimalText).joined(separator: ", ") }
        .joined(separator: "; ")
    })
}

extension ValueSyntax<InterfaceOrientationMask> {
  private static let sets: [(word: String, mask: InterfaceOrientationMask)] = [
    ("all", .all), ("all-but-upside-down", .allButUpsideDown), ("landscape", .landscape),
  ]

  /// A set of orientations, by its name or word by word; never empty.
  static let mask = Self(
    allowed: "all, all-but-upside-down, landscape, or some of \(orientationWords.joined(separator: ", "))",
    words: sets.map(\.word) + orientationWords,
    parse: { text in
      let name = OrientationSpelling.joined(text)
      if let set = sets.first(where: { OrientationSpelling.joined($0.word) == name }) { return set.mask }
      guard let orientations = orientations(text), !orientations.isEmpty else { return nil }
      return orientations.reduce(into: []) { $0.formUnion($1.mask) }
    },
    text: { mask in sets.first { $0.mask == mask }?.word ?? orientationText(mask.orientations) })
}

extension ValueSyntax<[InterfaceOrientation]> {
  /// All four orientations in some order.
  static let permutation = Self(
    allowed: "each of \(orientationWords.joined(separator: ", ")) once, in any order", words: orientationWords,
    parse: { text in
      guard let order = orientations(text) else { return nil }
      return order.count == InterfaceOrientation.allCases.count && Set(order).count == order.count ? order : nil
    },
    text: orientationText)
}

/// The words as files have them.
private let orientationWords = InterfaceOrientation.allCases.map { OrientationSpelling.hyphenated($0.word) }

private func orientationText(_ orientations: [InterfaceOrientation]) -> String {
  orientations.map { OrientationSpelling.hyphenated($0.word) }.joined(separator: " ")
}

/// The orientations that a list of words in either spelling names, nil where one of them names none.
private func orientations(_ text: String) -> [InterfaceOrientation]? {
  let words = text.split { $0 == " " || $0 == "\t" || $0 == "," }
  let orientations = words.compactMap { InterfaceOrientation(word: OrientationSpelling.joined($0)) }
  return orientations.count == words.count ? orientations : nil
}

/// A finite number in digits; the locale has no say, and neither have `inf`, `nan` and hexadecimal.
private func decimal(_ text: some StringProtocol) -> Double? {
  guard text.utf8.allSatisfy({ "0123456789.+-eE".utf8.contains($0) }), let value = Double(text), value.isFinite else {
    return nil
  }
  return value
}

/// The shortest text that `decimal` reads back as the same number.
private func decimalText(_ value: Double) -> String {
  Int(exactly: value).map { String($0) } ?? value.description
}

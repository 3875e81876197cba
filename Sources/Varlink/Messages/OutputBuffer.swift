/// Bytes to be written, and a count of those that have been.
struct OutputBuffer {
  private var bytes: [UInt8] = []
  private var head = 0
  /// All bytes ever appended: the position of the end in the stream.
  private(set) var end = 0

  /// The bytes still to be written.
  var count: Int { bytes.count - head }

  /// The bytes still to be written, themselves.
  var rest: ArraySlice<UInt8> { bytes[head...] }

  /// All bytes ever written: the position of the front in the stream.
  var front: Int { end - count }

  /// Appends bytes that make no new message: the rest of one begun elsewhere, and others behind it.
  mutating func append(rest: [UInt8]) {
    bytes += rest
    end += rest.count
  }

  /// Appends one message: what goes before its parameters, the parameters, the closing brace and the NUL.
  mutating func append(head: [UInt8], parameters: [UInt8]) {
    bytes += head
    bytes += parameters
    bytes.append(UInt8(ascii: "}"))
    bytes.append(0)
    end += head.count + parameters.count + 2
  }

  mutating func removeAll() {
    bytes = []
    head = 0
    end = 0
  }

  /// Lends the bytes to be written and returns how many the borrower wrote.
  ///
  /// To be called on a copy, which shares the memory: the borrower may call into the connection meanwhile.
  func lend(_ body: (Span<UInt8>) -> Int) -> Int {
    let written = body(bytes.span.extracting(head..<bytes.count))
    return min(max(written, 0), count)
  }

  /// Forgets written bytes.
  mutating func consume(_ amount: Int) {
    head += amount
    guard head > bytes.count / 2 else { return }
    bytes.dropFirst(head, keepingCapacity: 64 * 1024)
    head = 0
  }
}

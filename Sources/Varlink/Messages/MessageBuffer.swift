/// Received bytes, cut into messages at each NUL.
struct MessageBuffer {
  private var bytes: [UInt8] = []
  /// Where the first message not yet taken begins.
  private var head = 0
  /// Up to where no NUL was found, so that a message that trickles in is searched once.
  private var searched = 0

  /// The bytes not yet taken.
  var count: Int { bytes.count - head }

  /// What is not yet taken.
  var rest: ArraySlice<UInt8> { bytes[head...] }

  /// Whether the last message has not ended yet.
  var endsWithinMessage: Bool { count > 0 && bytes.last != 0 }

  /// Whether `next` has something to give or to refuse.
  func hasNext(limit: Int) -> Bool { count > limit || bytes[searched...].contains(0) }

  mutating func append(_ new: some Sequence<UInt8>) { bytes.append(contentsOf: new) }

  mutating func removeAll() {
    bytes = []
    head = 0
    searched = 0
  }

  /// Takes the next whole message, without its NUL, or nil if it has not ended yet.
  ///
  /// The same bytes give the same outcome however they were split.
  mutating func next(limit: Int) throws(ProtocolViolation) -> ArraySlice<UInt8>? {
    let end = bytes[searched...].firstIndex(of: 0)
    guard (end ?? bytes.count) - head <= limit else { throw .messageTooLarge(limit: limit) }
    guard let end else {
      searched = bytes.count
      return nil
    }
    defer {
      head = end + 1
      searched = head
    }
    return bytes[head..<end]
  }

  /// Gives back the room of messages taken, in amortised linear time.
  mutating func compact() {
    guard head > bytes.count / 2 else { return }
    bytes.dropFirst(head, keepingCapacity: 16 * 1024)
    searched -= head
    head = 0
  }
}

extension [UInt8] {
  /// Removes the first elements; an empty array keeps a small allocation, but no large one.
  mutating func dropFirst(_ amount: Int, keepingCapacity kept: Int) {
    if amount == count {
      removeAll(keepingCapacity: capacity <= kept)
    } else {
      removeSubrange(0..<amount)
    }
  }
}

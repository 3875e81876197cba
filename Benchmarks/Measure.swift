import Glibc

/// Where results go that nobody reads, so that the work that made them is done.
nonisolated(unsafe) var sink: UInt64 = 0

/// A unit of plain work: 32 steps of a xorshift generator, each of which needs the one before.
///
/// Times as multiples of it can be compared between machines and between days, the times themselves cannot.
@inline(never) func plainWork(_ seed: UInt64) -> UInt64 {
  var x = seed | 1
  for _ in 0..<32 {
    x ^= x << 13
    x ^= x >> 7
    x ^= x << 17
  }
  return x
}

/// Nanoseconds that work takes, the best of several rounds: the one that was disturbed least.
func nanoseconds(rounds: Int = 7, _ work: () -> Void) -> Double {
  (0..<rounds).map { _ in seconds(work) * 1e9 }.min() ?? 0
}

/// Seconds that work takes.
func seconds(_ work: () throws -> Void) rethrows -> Double {
  let start = ContinuousClock.now
  try work()
  let time = (ContinuousClock.now - start).components
  return Double(time.seconds) + Double(time.attoseconds) / 1e18
}

/// A value that this share of all does not exceed.
func quantile(_ share: Double, of values: [Double]) -> Double {
  let sorted = values.sorted()
  return sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
}

/// All bytes of a file; none where it cannot be read.
func bytes(of file: String) -> [UInt8] {
  let descriptor = open(file, O_RDONLY)
  guard descriptor >= 0 else { return [] }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = read(descriptor, &chunk, chunk.count)
    guard count > 0 else { return bytes }
    bytes += chunk.prefix(count)
  }
}

/// A text file's lines.
func lines(of file: String) -> [String] {
  String(decoding: bytes(of: file), as: UTF8.self).split(separator: "\n").map(String.init)
}

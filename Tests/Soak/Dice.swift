/// Random choices from a seed (SplitMix64): a run with the same seed makes the same ones.
///
/// A fuzzer gives bytes besides: as long as there are some, each choice is one byte's.
struct Dice: RandomNumberGenerator {
  private var state: UInt64
  private var bytes: ArraySlice<UInt8>

  init(seed: UInt64, bytes: ArraySlice<UInt8> = []) {
    state = seed
    self.bytes = bytes
  }

  /// Whether no byte is left.
  var isSpent: Bool { bytes.isEmpty }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    // The upper bits choose.
    return bytes.popFirst().map { UInt64($0) << 56 | mixed >> 8 } ?? mixed
  }

  /// True once in so many times.
  mutating func chance(_ of: Int) -> Bool { below(of) == 0 }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<max(limit, 1), using: &self) }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
}

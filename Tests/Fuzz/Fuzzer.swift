import Glibc

/// The first bytes that count in this run, by `$FUZZ`; all of them where it is not set.
private let wanted = getenv("FUZZ").map { Array(String(cString: $0).utf8) }

/// The fuzzer's entry: the first byte says which reader gets the rest.
///
/// What is found is a trap, a read out of bounds (AddressSanitizer), a time-out, or a promise that does not hold.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  guard let start, count > 0 else { return 0 }
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  // Not to be kept.
  if let wanted, !wanted.contains(bytes[0]) { return -1 }
  let input = Array(bytes.dropFirst())
  switch bytes[0] {
  case UInt8(ascii: "j"): fuzzJSON(input)
  case UInt8(ascii: "v"): fuzzVarlink(input)
  case UInt8(ascii: "i"): fuzzInterface(input)
  case UInt8(ascii: "r"): fuzzRecording(input)
  case UInt8(ascii: "m"): fuzzMatrix(input)
  case UInt8(ascii: "s"): fuzzScan(input)
  case UInt8(ascii: "c"): fuzzConfiguration(input)
  case UInt8(ascii: "q"): fuzzQuirks(input)
  case UInt8(ascii: "w"): fuzzSession(input)
  case UInt8(ascii: "p"): fuzzInfoPlist(input)
  case UInt8(ascii: "b"): fuzzPlistFile(input)
  default: break
  }
  return 0
}

/// A promise that must hold whatever the input.
func promise(_ holds: Bool, _ what: StaticString) {
  if !holds { fatalError("\(what)") }
}

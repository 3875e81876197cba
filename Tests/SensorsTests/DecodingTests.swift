import TestSupport
import Testing

/// Scans of real drivers, through real libiio, on a real buffer read by the real room.
@Suite(.serialized, .enabled(if: Testbed.isThere, "needs umockdev and python3")) struct DecodingTests {
  nonisolated struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var formats: [String]
    var indexes = [0, 1, 2]
    var timestampFormat: String?
    var scale: String
    var bytes: String
    var expected: [Double]
  }

  @Test(arguments: [
    Case(
      testDescription: "big-endian, 12 of 16 bits, negative", formats: Array(repeating: "be:s12/16>>4", count: 3),
      scale: "0.009577", bytes: "0100 C000 F4C0", expected: [0.153, -9.807, -1.724]),
    Case(
      testDescription: "little-endian with junk in the pad bits", formats: Array(repeating: "le:s12/16>>4", count: 3),
      scale: "0.009806", bytes: "8B02 87C1 2FF2", expected: [0.392, -9.806, -2.177]),
    Case(
      testDescription: "all 32 bits used", formats: Array(repeating: "le:s32/32>>0", count: 3), scale: "0.009807",
      bytes: "F1FFFFFF 7EFCFFFF 89FEFFFF", expected: [-0.147, -8.807, -3.678]),
    Case(
      testDescription: "all 64 bits used", formats: Array(repeating: "le:s64/64>>0", count: 3), scale: "0.01",
      bytes: "0100000000000000 18FCFFFFFFFFFFFF 0000000000000000", expected: [0.01, -10, 0]),
    Case(
      testDescription: "unsigned", formats: Array(repeating: "le:u16/16>>0", count: 3),
      scale: "0.001", bytes: "1027 10FF 0000", expected: [10, 65.296, 0]),
    Case(
      testDescription: "8 bits", formats: Array(repeating: "le:s8/8>>0", count: 3), scale: "0.1", bytes: "01 9E 00",
      expected: [0.1, -9.8, 0]),
    Case(
      testDescription: "24 of 32 bits, big-endian, shifted", formats: Array(repeating: "be:s24/32>>8", count: 3),
      scale: "0.001", bytes: "000001AA FFD8F0AA 000000AA", expected: [0.001, -10, 0]),
    Case(
      testDescription: "order by index", formats: Array(repeating: "le:s32/32>>0", count: 3), scale: "0.009806",
      bytes: "0F000000 76FCFFFF 62FEFFFF", expected: [0.147, -8.884, -4.06]),
    Case(
      testDescription: "z first, by index", formats: Array(repeating: "le:s32/32>>0", count: 3), indexes: [1, 2, 0],
      scale: "0.009806", bytes: "62FEFFFF 0F000000 76FCFFFF", expected: [0.147, -8.884, -4.06]),
    Case(
      testDescription: "an aligned timestamp", formats: Array(repeating: "le:s16/16>>0", count: 3),
      timestampFormat: "le:s64/64>>0", scale: "0.009806", bytes: "0C0015FCA8FF0000 00002A36FE9C9717",
      expected: [0.118, -9.835, -0.863]),
    Case(
      testDescription: "mixed sizes are each aligned", formats: ["le:s16/16>>0", "le:s32/32>>0", "le:s16/16>>0"],
      scale: "0.01", bytes: "0A000000 18FCFFFF 01000000", expected: [0.1, -10, 0.01]),
  ])
  func aScanIsDecoded(_ c: Case) throws {
    var description = DeviceDescription(
      formats: c.formats, indexes: c.indexes, timestampFormat: c.timestampFormat
    ).with(["in_accel_scale": c.scale])
    description.name = "odd"
    let testbed = try Testbed(description.text)
    try testbed.command("stream 20 \(c.bytes.filter { $0 != " " })")
    let probe = try testbed.probe()
    #expect(probe.next("appeared")?.description?.mode == "buffered")
    let sample = try #require(probe.next("sample"))
    #expect(zip(sample.a ?? [], c.expected).allSatisfy { abs($0 - $1) < 0.001 }, "\(sample)")
  }

  /// libiio divides by the length that a driver states; one that states nonsense must not take the program with it.
  @Test(arguments: ["nonsense", "le:s0/0>>0", "le:s16/12>>0", "le:s17/16>>0", "le:s12/16>>8", "le:s16/16X3>>0"])
  func aFormatThatMakesNoSenseIsPolled(format: String) throws {
    let testbed = try Testbed(DeviceDescription(formats: [format, format, format]).text)
    let probe = try testbed.probe()
    #expect(probe.next("appeared")?.description?.mode == "polled")
    #expect(probe.sample(near: [0, -9.807, 0]) != nil)
  }
}

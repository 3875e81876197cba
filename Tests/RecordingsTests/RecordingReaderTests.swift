import Orientation
import Recordings
import Testing

private nonisolated let header = #"{"plumb-recording":1,"name":"n","unit":"m/s^2","polarity":"gravity","rate":25}"#

/// A file of the header and more lines, read as a whole.
private nonisolated func read(_ lines: String...) throws(RecordingError) -> [Recording] {
  try Recording.recordings(in: Array(lines.joined(separator: "\n").utf8))
}

private nonisolated func sample(_ t: Double, _ x: Double, _ y: Double, _ z: Double) -> RecordingEntry {
  .sample(AccelerometerSample(time: t, acceleration: Acceleration(x: x, y: y, z: z)))
}

@Suite struct RecordingReaderTests {
  @Test func readsSamplesAndEvents() throws {
    let recordings = try read(
      header, #"{"t":0,"a":[0.5,-9.81,1e-1]}"#, #"{"t":0.04,"event":"suspend"}"#, #"{"event":"resume","t":3600.5}"#,
      #" { "a" : [ 1 , 2 , -3.25 ] , "t" : 3601 } "#)
    let expected = Recording(
      header: RecordingHeader(name: "n", rate: 25),
      entries: [
        sample(0, 0.5, -9.81, 0.1), .event(.suspend, time: 0.04), .event(.resume, time: 3600.5),
        sample(3601, 1, 2, -3.25),
      ])
    #expect(recordings == [expected])
    #expect(recordings.first?.entries.map(\.time) == [0, 0.04, 3600.5, 3601])
  }

  @Test(arguments: RecordingEvent.allCases) func knowsEveryEvent(_ event: RecordingEvent) throws {
    let recordings = try read(header, #"{"t":1,"event":"\#(event.rawValue)"}"#)
    #expect(recordings.first?.entries == [.event(event, time: 1)])
  }

  @Test func readsSeveralRecordingsOfAFile() throws {
    let second = header.replacing("\"n\"", with: "\"second\"")
    let recordings = try read(header, #"{"t":5,"a":[0,0,9.8]}"#, "", second, #"{"t":0,"a":[0,0,9.8]}"#, "  ", "")
    #expect(recordings.map(\.header.name) == ["n", "second"])
    #expect(recordings.map(\.entries.count) == [1, 1])
  }

  @Test func readsAnEmptyFile() throws {
    #expect(try read("") == [])
    #expect(try read("", " ", "\r", "") == [])
  }

  @Test func readsCarriageReturns() throws {
    #expect(try read(header + "\r", "{\"t\":0,\"a\":[1,2,3]}\r").first?.entries == [sample(0, 1, 2, 3)])
  }

  @Test func readsTheFactsOfADevice() throws {
    let line = """
      {"plumb-recording":1,"name":"é \\"q\\" \\u00e9\\ud83d\\ude00\\n","unit":"m/s^2","polarity":"reaction","rate":12.5,\
      "device":"accel_3d","matrix":[0,1,0,-1,0,0,0,0,1],"scale":0.0098,"location":"display"}
      """
    #expect(
      try read(line).first?.header
        == RecordingHeader(
          name: "é \"q\" é😀\n", polarity: .reaction, rate: 12.5, device: "accel_3d",
          matrix: [0, 1, 0, -1, 0, 0, 0, 0, 1],
          scale: [0.0098], location: "display"))
    #expect(try read(line.replacing("0.0098", with: "[1,2,3]")).first?.header.scale == [1, 2, 3])
  }

  @Test func negatesReactionAndAppliesTheMatrixByRows() throws {
    let reaction = header.replacing("gravity", with: "reaction")
    #expect(try read(reaction, #"{"t":0,"a":[1,-2,3]}"#).first?.entries == [sample(0, -1, 2, -3)])
    let mounted = String(header.dropLast()) + #","matrix":[0,1,0,-1,0,0,0,0,1]}"#
    #expect(try read(mounted, #"{"t":0,"a":[9.81,0,1]}"#).first?.entries == [sample(0, 0, -9.81, 1)])
    let both = mounted.replacing("gravity", with: "reaction")
    #expect(try read(both, #"{"t":0,"a":[9.81,0,1]}"#).first?.entries == [sample(0, 0, 9.81, -1)])
  }

  @Test func startsTimeAnewWithEveryHeader() throws {
    #expect(try read(header, #"{"t":5,"event":"quiet"}"#, header, #"{"t":0,"event":"quiet"}"#).count == 2)
  }

  /// Faulty lines after a header on line 1 and a sample at 1 s on line 2.
  @Test(
    arguments: [
      ("{", nil, .notJSON(column: 2)),
      ("x", nil, .notJSON(column: 1)),
      ("[1]", nil, .notJSON(column: 1)),
      (#"{"t":2,"a":[1,2,3]"#, nil, .notJSON(column: 19)),
      (#"{"t":2,"a":[1,2,3]} {"#, nil, .notJSON(column: 21)),
      (#"{"t":2,"a":[1,2,3],}"#, nil, .notJSON(column: 20)),
      (#"{,"t":2,"a":[1,2,3]}"#, nil, .notJSON(column: 2)),
      (#"{"t" 2,"a":[1,2,3]}"#, nil, .notJSON(column: 6)),
      (#"{"t":NaN,"a":[1,2,3]}"#, "t", .notJSON(column: 6)),
      (#"{"t":01,"a":[1,2,3]}"#, "t", .notJSON(column: 8)),
      (#"{"t":2.,"a":[1,2,3]}"#, "t", .notJSON(column: 8)),
      (#"{"t":2e,"a":[1,2,3]}"#, "t", .notJSON(column: 8)),
      (#"{"t":-,"a":[1,2,3]}"#, "t", .notJSON(column: 7)),
      (#"{"t":1e999,"a":[1,2,3]}"#, "t", .notFinite),
      (#"{"t":2,"a":[1,2,-1e999]}"#, "a", .notFinite),
      (#"{"t":"2","a":[1,2,3]}"#, "t", .expected("a number")),
      (#"{"t":null,"a":[1,2,3]}"#, "t", .expected("a number")),
      (#"{"t":2,"a":[1,2]}"#, "a", .expected("three numbers")),
      (#"{"t":2,"a":[1,2,3,4]}"#, "a", .expected("three numbers")),
      (#"{"t":2,"a":[1,2,"3"]}"#, "a", .expected("three numbers")),
      (#"{"t":2,"a":9.81}"#, "a", .expected("three numbers")),
      (#"{"t":2,"a":[1,2,3],"b":1}"#, "b", .unknownKey),
      (#"{"t":2,"a":[1,2,3],"event":"quiet"}"#, "a", .unknownKey),
      (#"{"t":2,"a":[1,2,3],"rate":25}"#, "rate", .unknownKey),
      (#"{"t":2,"t":3,"a":[1,2,3]}"#, "t", .duplicateKey),
      (#"{"a":[1,2,3]}"#, "t", .missingKey),
      (#"{"t":2}"#, "a", .missingKey),
      ("{}", "t", .missingKey),
      (#"{"t":0.5,"a":[1,2,3]}"#, "t", .timeGoesBack(from: 1, to: 0.5)),
      (#"{"t":0.5,"event":"quiet"}"#, "t", .timeGoesBack(from: 1, to: 0.5)),
      (
        #"{"t":2,"event":"sleep"}"#, "event",
        .expected("one of suspend, resume, removed, added, tabletMode, laptopMode, quiet")
      ),
      ("{\"t\":2,\"event\":\"a\tb\"}", "event", .notJSON(column: 18)),
      (#"{"t":2,"event":"\x"}"#, "event", .notJSON(column: 19)),
      (#"{"t":2,"event":"\ud800x"}"#, "event", .notJSON(column: 23)),
      (#"{"plumb-recording":2,"name":"n"}"#, "plumb-recording", .unknownVersion(2)),
      (#"{"plumb-recording":1,"name":"n","unit":"m/s^2","polarity":"gravity"}"#, "rate", .missingKey),
      (#"{"plumb-recording":1,"unit":"m/s^2","polarity":"gravity","rate":25}"#, "name", .missingKey),
      (#"{"plumb-recording":1,"name":"n","polarity":"gravity","rate":25}"#, "unit", .missingKey),
      (#"{"plumb-recording":1,"name":"n","unit":"m/s^2","rate":25}"#, "polarity", .missingKey),
      (#"{"plumb-recording":1,"name":"n","unit":"g","polarity":"gravity","rate":25}"#, "unit", .expected("\"m/s^2\"")),
      (
        #"{"plumb-recording":1,"name":"n","unit":"m/s^2","polarity":"up","rate":25}"#, "polarity",
        .expected("one of gravity, reaction")
      ),
      (
        #"{"plumb-recording":1,"name":"n","unit":"m/s^2","polarity":"gravity","rate":0}"#, "rate", .expected("above 0")
      ),
      (
        #"{"plumb-recording":1,"name":"n","unit":"m/s^2","polarity":"gravity","rate":25,"t":0}"#, "t", .unknownKey
      ),
      (#"{"plumb-recording":1,"matrix":[1,2,3]}"#, "matrix", .expected("nine numbers, row by row")),
      (#"{"plumb-recording":1,"matrix":[1,2,3,4,5,6,7,8,9,10]}"#, "matrix", .expected("nine numbers, row by row")),
      (#"{"plumb-recording":1,"scale":[1,2]}"#, "scale", .expected("three numbers")),
      (#"{"plumb-recording":1,"scale":"1"}"#, "scale", .expected("a number or three")),
    ] as [(String, String?, RecordingError.Problem)])
  func saysWhereALineIsWrong(_ line: String, _ key: String?, _ problem: RecordingError.Problem) {
    let error = #expect(throws: RecordingError.self) { try read(header, #"{"t":1,"a":[1,2,3]}"#, line) }
    #expect(error?.line == 3)
    #expect(error?.key == key)
    #expect(error?.problem == problem)
  }

  @Test func wantsAHeaderFirst() {
    let error = #expect(throws: RecordingError.self) { try read("", #"{"t":1,"a":[1,2,3]}"#) }
    #expect(error?.description == "line 2: no header line before it")
  }

  @Test func describesAnErrorWithItsPlace() {
    let error = #expect(throws: RecordingError.self) {
      try read(header, #"{"t":2,"event":"quiet"}"#, #"{"t":1.5,"event":"quiet"}"#)
    }
    #expect(error?.description == #"line 3, "t": goes back from 2.0 s to 1.5 s"#)
  }

  @Test func refusesInvalidUTF8() {
    let bytes = Array(header.utf8.map { $0 == UInt8(ascii: "n") ? 0xFF : $0 })
    #expect(throws: RecordingError.self) { try Recording.recordings(in: bytes) }
  }

  @Test func refusesAVectorThatTheMatrixMakesInfinite() {
    let mounted = String(header.dropLast()) + #","matrix":[1e308,1e308,0,0,1,0,0,0,1]}"#
    let error = #expect(throws: RecordingError.self) { try read(mounted, #"{"t":0,"a":[9,9,9]}"#) }
    #expect(error?.problem == .notFinite)
  }

  /// The fast way and the standard library agree to the last bit.
  @Test(arguments: [
    "0", "-0", "0.1", "-9.80665", "123456789012345", "0.000000000000001", "1.00000000000000001", "1e-7", "-2.5E+3",
    "9007199254740993", "0.30000000000000004", "4.9406564584124654e-324",
  ])
  func readsNumbersExactly(_ number: String) throws {
    guard case .sample(let sample)? = try read(header, "{\"t\":0,\"a\":[\(number),0,0]}").first?.entries.first else {
      Issue.record("no sample")
      return
    }
    #expect(sample.acceleration.x.bitPattern == Double(number)?.bitPattern)
  }

  @Test func streamsLineByLine() throws {
    var reader = RecordingReader()
    #expect(try reader.read(line: "") == nil)
    #expect(try reader.read(line: header) == .header(RecordingHeader(name: "n", rate: 25)))
    #expect(try reader.read(line: #"{"t":0,"a":[1,2,3]}"#) == .entry(sample(0, 1, 2, 3)))
  }

  /// After an error the next line can still be read: a damaged file gives up what it has.
  @Test func goesOnAfterAnError() throws {
    var reader = RecordingReader()
    _ = try reader.read(line: header)
    #expect(throws: RecordingError.self) { try reader.read(line: "{") }
    #expect(try reader.read(line: #"{"t":0,"a":[1,2,3]}"#) == .entry(sample(0, 1, 2, 3)))
  }

  @Test func everyPrefixOfALineIsAnErrorAndNoCrash() {
    let line =
      #"{"plumb-recording":1,"name":"\u00e9\n","unit":"m/s^2","polarity":"gravity","rate":2.5e1,"scale":[1,2,3]}"#
    for length in 1..<line.utf8.count {
      #expect(throws: RecordingError.self) { try Recording.recordings(in: Array(line.utf8.prefix(length))) }
    }
  }
}

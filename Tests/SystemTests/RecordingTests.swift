import Glibc
import JSON
import TestSupport
import Testing

/// A recording of what happened is as good as having been there.
@Suite struct RecordingTests {
  private func replayed(_ file: String) throws -> [String] {
    let (replay, ended) = try Program.run("plumbctl", ["replay", "--json", file])
    #expect(ended.status == 0, "replay failed: \(replay.standardError)")
    return try replay.standardOutput.split(separator: "\n").map { line in
      try #require(JSONValue(parsing: Array(line.utf8))["device"]?.text, "no device in \(line)")
    }
  }

  @Test func replayFindsWhatTheDaemonPublished() throws {
    let daemon = try TestDaemon()
    let file = daemon.folder.file("turns.jsonl")
    let recorder = try Program("plumbctl", ["record", file], environment: ["PLUMBD_SOCKET": daemon.socket])
    try recorder.waitForError("announcement") { $0.contains("Recording") }
    let client = try daemon.monitor()
    var published: [String] = []
    func follow(until device: String) throws {
      while published.last != device {
        let state = try #require(try client.reply()["state"], "a reply without a state")
        let next = try #require(state["device"]?.text, "a state without a device")
        if next != "unknown", next != published.last { published.append(next) }
      }
    }
    try follow(until: "portrait")
    for pose in ["landscapeLeft", "faceUp", "landscapeRight", "portraitUpsideDown"] {
      #expect(try daemon.ctl("mock", "pose", pose).status == 0)
      try follow(until: pose)
    }
    // Opened, a convertible is upright whatever it measures; folded, it is as it is held.
    #expect(try daemon.ctl("mock", "tablet-mode", "off").status == 0)
    try follow(until: "portrait")
    #expect(try daemon.ctl("mock", "tablet-mode", "on").status == 0)
    try follow(until: "portraitUpsideDown")
    // Unplugged and plugged in, it goes on.
    #expect(try daemon.ctl("mock", "remove").status == 0)
    #expect(try daemon.ctl("mock", "add").status == 0)
    #expect(try daemon.ctl("mock", "pose", "landscapeLeft").status == 0)
    try follow(until: "landscapeLeft")

    recorder.send(signal: SIGINT)
    #expect(try recorder.waitForEnd() == .init(status: 0, signal: nil), "\(recorder.standardError)")
    let found = try replayed(file)
    #expect(found == published)
    let text = try #require(Self.text(of: file), "no recording")
    for event in ["laptopMode", "tabletMode", "removed", "added"] {
      #expect(text.contains("\"event\":\"\(event)\""), "no \(event)")
    }
  }

  @Test func aRecordingIsPlayedByTheDaemonAsIfMeasured() throws {
    let folder = try TemporaryFolder()
    var lines = [#"{"plumb-recording":1,"name":"turn","unit":"m/s^2","polarity":"gravity","rate":25}"#]
    lines += (0..<25).map { #"{"t":\#(Double($0) / 25),"a":[0,-9.8,0]}"# }
    lines += (25..<75).map { #"{"t":\#(Double($0) / 25),"a":[-9.8,0,0]}"# }
    let file = try folder.write(lines.joined(separator: "\n") + "\n", to: "turn.jsonl")
    let daemon = try TestDaemon(["--replay", file])
    // One that only records, of a daemon that only plays, has the same turn again.
    let copy = folder.file("copy.jsonl")
    let (recorder, ended) = try Program.run(
      "plumbctl", ["record", "--seconds", "4", "--name", "copy", copy], environment: ["PLUMBD_SOCKET": daemon.socket])
    #expect(ended.status == 0, "\(recorder.standardError)")
    #expect(try replayed(copy) == ["portrait", "landscapeLeft"])
    #expect(try replayed(file) == ["portrait", "landscapeLeft"])
  }

  private static func text(of path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

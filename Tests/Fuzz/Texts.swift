import Configuration
import JSON
import Orientation
import Recordings
import Varlink

/// What was written reads back as what it was.
func fuzzJSON(_ bytes: [UInt8]) {
  guard let value = try? JSONValue(parsing: bytes), let encoded = try? EncodedParameters(["value": value]) else {
    return
  }
  guard let again = try? JSONValue(parsing: encoded.bytes) else { fatalError("our own JSON is none") }
  guard let twice = try? EncodedParameters(again) else { fatalError("our own JSON does not encode") }
  promise(twice.bytes == encoded.bytes, "JSON changes on its way")
}

/// Bytes that come in two parts are the same as bytes that come at once.
func fuzzVarlink(_ bytes: [UInt8]) {
  func serve(_ parts: [ArraySlice<UInt8>]) -> (messages: Int, output: Int, isClosing: Bool) {
    let interface = try? Interface(interfaceText)
    let service = Service(
      vendor: "v", product: "p", version: "1", url: "u", interfaces: interface.map { [$0] } ?? [])
    let connection = ServerConnection(service: service) { call in call.reply(EncodedParameters.empty) }
    for part in parts { connection.receive(part) }
    var written = 0
    while connection.hasOutput || connection.wants.turn {
      connection.withOutput { span in
        written += span.count
        return span.count
      }
      if connection.wants.turn { connection.takeTurn() }
    }
    return (connection.handledMessages, written, connection.isClosing)
  }
  let middle = bytes.first.map { Int($0) * bytes.count / 256 } ?? 0
  promise(
    serve([bytes[...]]) == serve([bytes[..<middle], bytes[middle...]]), "how bytes are cut changes what they say")
}

private let interfaceText = "interface a.b\ntype T (x: int, y: ?[]string)\nmethod M(t: T) -> (t: ?T)\n"

/// An interface that was read reads again from its own text.
func fuzzInterface(_ bytes: [UInt8]) {
  guard let interface = try? Interface(String(decoding: bytes, as: UTF8.self)) else { return }
  promise((try? Interface(interface.text))?.methodNames == interface.methodNames, "an interface's text is another")
}

/// What was recorded and is written again is the same.
func fuzzRecording(_ bytes: [UInt8]) {
  guard let recordings = try? Recording.recordings(in: bytes) else { return }
  for recording in recordings {
    // Samples are in the device's frame by now, so the header must not turn them once more.
    var header = recording.header
    header.matrix = nil
    header.polarity = .gravity
    guard let first = RecordingWriter.line(header) else { fatalError("a header that was read cannot be written") }
    let lines = recording.entries.compactMap { RecordingWriter.line($0) }
    promise(lines.count == recording.entries.count, "an entry that was read cannot be written")
    let text = ([first] + lines).joined(separator: "\n")
    guard let again = try? Recording.recordings(in: Array(text.utf8)) else { fatalError("our own recording is none") }
    promise(again.first?.entries == recording.entries, "a recording changes on its way")
  }
}

/// A matrix that was taken is one of three dimensions, and its text says the same.
func fuzzMatrix(_ bytes: [UInt8]) {
  guard let parsed = try? MountMatrix.parse(String(decoding: bytes, as: UTF8.self)) else { return }
  let rows = parsed.matrix.rows
  promise(rows.count == 9 && rows.allSatisfy(\.isFinite), "a matrix that is none was taken")
  promise((try? MountMatrix.parse(parsed.matrix.text))?.matrix == parsed.matrix, "a matrix changes on its way")
}

/// Mistakes are errors with a line, never a trap.
func fuzzConfiguration(_ bytes: [UInt8]) {
  do {
    _ = try LoadedConfiguration(parsing: [ConfigurationSource(file: "f", bytes: bytes)])
  } catch {
    promise(!error.issues.isEmpty && !error.description.isEmpty, "a mistake that nobody can find")
  }
}

/// The same of device facts.
func fuzzQuirks(_ bytes: [UInt8]) {
  do {
    let quirks = try LoadedQuirks(parsing: ConfigurationSource(file: "f", bytes: bytes))
    let machine = MachineIdentity(dmi: String(decoding: bytes, as: UTF8.self), compatible: ["a,b"])
    for quirk in quirks.user { _ = quirk.matches(machine) }
    _ = machine.dmiPattern
  } catch {
    promise(!error.issues.isEmpty && !error.description.isEmpty, "a mistake that nobody can find")
  }
}

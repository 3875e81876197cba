import Console
import JSON
import Orientation
import Plumb
import PlumbInterface
import Varlink

/// A command as it was typed, with what it needs to do its work.
struct Invocation {
  let command: Command
  let arguments: Arguments
  /// Where the daemon is looked for.
  let socket: String
  let json: Bool
  let output: any Output
  let ownsProcess: Bool

  /// How long the daemon may think about a call, in seconds.
  private static let patience = 30.0

  func connect() throws(Failure) -> DaemonConnection {
    do { return try DaemonConnection(path: socket) } catch { throw Failure(error, socket: socket) }
  }

  /// Connects, calls, and returns the reply as it came.
  ///
  /// - Parameter denied: What is said where the caller may not do this, if it differs from the usual.
  func call(
    _ method: String, _ parameters: some Encodable = Rotation.Nothing(), denied: String? = nil
  ) throws(Failure) -> Reply {
    try call(method, parameters, on: connect(), denied: denied)
  }

  /// Calls on a connection that is there, and returns the reply as it came.
  func call(
    _ method: String, _ parameters: some Encodable, on connection: DaemonConnection, denied: String? = nil
  ) throws(Failure) -> Reply {
    do {
      return try connection.call(method, parameters, timeout: Self.patience)
    } catch {
      if let denied, case .failed(.permissionDenied) = error { throw Failure(denied) }
      if case .refused(.noSuchWindow(let window)) = error {
        throw Failure("there is no window \"\(window.visible())\": 'plumbctl apps' lists those that there are")
      }
      if case .failed(let error) = error, let words = MockErrors.words(for: error) { throw Failure(words) }
      throw Failure(error, socket: socket)
    }
  }

  /// The reply as a value.
  func decode<Value: Decodable>(_ type: Value.Type, from reply: Reply) throws(Failure) -> Value {
    do { return try reply.decode(type) } catch {
      throw Failure("the daemon's reply is not as expected, is it of another version? \(error)")
    }
  }

  /// Writes one line for people; no more than one, whatever names are in it.
  func line(_ text: String = "") { output.write(text.visible() + "\n") }

  /// Tells people, beside the output, what is amiss although the command was done.
  func warn(_ text: String) { output.complain("plumbctl: warning: \(text.visible())\n") }

  /// Writes one line of JSON as it is.
  func line(json text: String) { output.write(text + "\n") }

  /// Writes one line of JSON, as the daemon sent it.
  func line(_ json: JSONValue?) {
    guard let json, let text = try? EncodedParameters(json) else { return }
    line(json: text.description)
  }

  /// Writes each element of an array on its own line.
  func lines(_ json: JSONValue?) {
    guard case .array(let elements) = json else { return }
    for element in elements { line(element) }
  }

  /// Writes terms and explanations in two columns.
  func columns(_ rows: [(term: String, text: String)], indent: String = "") {
    let width = rows.map(\.term.count).max() ?? 0
    for row in rows {
      line(indent + row.term + String(repeating: " ", count: width - row.term.count + 2) + row.text)
    }
  }

  /// An operand as an interface orientation.
  func interfaceOrientation(_ word: String) throws(Failure) -> InterfaceOrientation {
    if let orientation = InterfaceOrientation(word: OrientationSpelling.joined(word)) { return orientation }
    throw unknown(word, "an interface orientation", InterfaceOrientation.allCases.map(\.word))
  }

  /// An operand as a pose of the device.
  func pose(_ word: String) throws(Failure) -> DeviceOrientation {
    if let pose = DeviceOrientation(word: OrientationSpelling.joined(word)), pose != .unknown { return pose }
    throw unknown(word, "a pose", DeviceOrientation.allCases.filter { $0 != .unknown }.map(\.word))
  }

  /// The usage error for a word that is none of those allowed.
  func unknown(_ word: String, _ kind: String, _ allowed: [String]) -> Failure {
    .usage("'\(word)' is not \(kind); allowed are \(allowed.joined(separator: ", "))", command)
  }
}

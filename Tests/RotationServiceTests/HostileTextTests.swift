import Glibc
import JSON
import PlumbInterface
import Testing

/// Text whose comparison by Unicode's equivalence costs the square of its length.
@Suite struct HostileTextTests {
  /// Marks of two classes in the wrong order: to compare them means to sort them.
  private static let marks =
    "a" + String(repeating: "\u{301}", count: 60_000) + String(repeating: "\u{323}", count: 60_000)
  /// As many bytes, none of which costs anything to compare.
  private static let letters = String(repeating: "a", count: marks.utf8.count)

  /// A message with a text in each place where one may stand.
  private static func messages(_ text: String, token: String) -> [String] {
    func call(_ member: String, _ parameters: String, interface: String = Rotation.name) -> String {
      #"{"method":"\#(interface).\#(member)","parameters":\#(parameters)}"#
    }
    func register(_ field: String) -> String { call("Register", #"{"application":{"id":"x",\#(field)}}"#) }
    func root(_ field: String) -> String {
      call("SetWindow", #"{"token":"\#(token)","window":"w","root":{"id":"root",\#(field)}}"#)
    }
    return [
      #"{"\#(text)":1}"#, #"{"method":"\#(text)"}"#, #"{"method":"\#(text).Monitor"}"#, call(text, "{}"),
      call("Monitor", #"{"\#(text)":1}"#), call("Lock", #"{"orientation":"\#(text)"}"#),
      call("GetInterfaceDescription", #"{"interface":"\#(text)"}"#, interface: "org.varlink.service"),
      call("Register", #"{"application":{"id":"\#(text)"}}"#),
      register(#""name":"\#(text)""#), register(#""profile":"\#(text)""#), register(#""supported":["\#(text)"]"#),
      register(#""delegateMask":["android:\#(text)"]"#), register(#""infoPlist":{"\#(text)":1}"#),
      register(#""infoPlist":{"UISupportedInterfaceOrientations":["\#(text)"]}"#),
      register(#""infoPlist":{"UIInterfaceOrientation":"\#(text)"}"#),
      call("SetWindow", #"{"token":"\#(text)","window":"w"}"#),
      call("SetWindow", #"{"token":"\#(token)","window":"\#(text)"}"#),
      call("SetWindow", #"{"token":"\#(token)","window":"w","root":{"id":"\#(text)"}}"#),
      root(#""kind":"\#(text)""#), root(#""supported":["\#(text)"]"#), root(#""preferred":"\#(text)""#),
      root(#""legacyMask":["w3c:\#(text)"]"#), root(#""asks":"\#(text)""#),
      root(#""children":[{"id":"\#(text)"}]"#),
      call("CloseWindow", #"{"token":"\#(token)","window":"\#(text)"}"#),
      call("WatchWindow", #"{"token":"\#(token)","window":"\#(text)"}"#),
      call("Activate", #"{"token":"\#(text)","window":"w"}"#),
      call("SetForeground", #"{"application":"\#(text)"}"#), call("Explain", #"{"window":"\#(text)"}"#),
      call("SetApplicationMask", #"{"token":"\#(token)","supported":["\#(text)"]}"#),
      call("Answer", #"{"token":"\#(token)","query":1,"preferred":"\#(text)"}"#),
      call("SetPose", #"{"device":"\#(text)"}"#, interface: MockInterface.name),
    ]
  }

  /// What it costs to answer a message, in seconds of the processor.
  private static func cost(_ body: () -> Void) -> Double {
    let start = clock()
    body()
    return Double(clock() - start) / Double(CLOCKS_PER_SEC)
  }

  @Test func marksCostNoMoreThanLetters() throws {
    let service = try Harness()
    let client = service.connect()
    let token = try client.register()
    let plain = Self.messages(Self.letters, token: token)
    let hostile = Self.messages(Self.marks, token: token)
    var dearest = 0.0
    for message in plain {
      dearest = max(dearest, Self.cost { #expect(client.answers(to: message) == 1) })
    }
    for (index, message) in hostile.enumerated() {
      let cost = Self.cost { #expect(client.answers(to: message) == 1) }
      #expect(cost < 20 * dearest, "\(plain[index].prefix(120))")
    }
  }

  /// Many short texts of marks are the most that may be compared as text.
  @Test func manyMarkedKeysCostNoMoreThanPlainOnes() throws {
    func message(_ mark: (Int) -> String) -> String {
      let fields = (0..<900).map { #""\#($0)\#(mark($0))":0"# }.joined(separator: ",")
      return #"{"method":"a.b.C","parameters":{\#(fields)}}"#
    }
    let client = try Harness().connect()
    let marks = String(repeating: "\u{301}", count: 60) + String(repeating: "\u{323}", count: 60)
    let plain = Self.cost {
      #expect(client.answers(to: message { _ in String(repeating: "a", count: 240) }) == 1)
    }
    let hostile = Self.cost { #expect(client.answers(to: message { _ in marks }) == 1) }
    #expect(hostile < 20 * plain)
  }
}

extension TestClient {
  /// How many replies a message has.
  fileprivate func answers(to message: String) -> Int {
    send(raw: message)
    return take().count
  }
}

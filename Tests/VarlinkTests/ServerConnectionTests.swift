import Testing

@testable import Varlink

@Suite struct ServerConnectionTests {
  @Test func smoke() {
    let service = Service(vendor: "v", product: "p", version: "1", url: "u", interfaces: [])
    let connection = ServerConnection(service: service) { $0.reply([:] as JSONValue) }
    connection.receive(#"{"method":"org.varlink.service.GetInfo"}"#.utf8)
    connection.receive([0])
    var written = ""
    connection.withOutput { span in
      written = span.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
      return span.count
    }
    #expect(
      written
        == #"{"parameters":{"interfaces":["org.varlink.service"],"product":"p","url":"u","vendor":"v","version":"1"}}"#
        + "\0")
  }
}

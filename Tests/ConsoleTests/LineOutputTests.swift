import Console
import Glibc
import Testing

@Suite struct LineOutputTests {
  /// What a descriptor holds, which must be more than nothing.
  private func drain(_ descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  private func makePipe() -> [Int32] {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    return ends
  }

  private func makeSockets() -> [Int32] {
    var ends: [Int32] = [-1, -1]
    _ = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
    return ends
  }

  @Test(arguments: [true, false]) func whatNobodyReadsIsLostAndToldOf(isPipe: Bool) throws {
    let ends = isPipe ? makePipe() : makeSockets()
    defer { for end in ends { close(end) } }
    var output = LineOutput(ends[1])
    output.write("first", prefix: "p: ")
    #expect(drain(ends[0]) == "p: first\n")
    let line = String(repeating: "x", count: 500)
    var written = 0
    while output.lost == 0, written < 100_000 {
      output.write(line, prefix: "p: ")
      written += 1
    }
    output.write(line, prefix: "p: ")
    #expect(output.lost == 2)
    #expect(fcntl(ends[1], F_GETFL) & O_NONBLOCK == 0, "the flags are others' too")
    #expect(drain(ends[0]).hasPrefix("p: \(line)\np: \(line)\n"))
    output.write("last", prefix: "p: ")
    #expect(output.lost == 0)
    #expect(drain(ends[0]) == "p: 2 lines before this one found no reader\np: last\n")
  }

  @Test func aLineLongerThanAPipeEndsBeforeTheNextOneBegins() throws {
    let ends = makePipe()
    defer { for end in ends { close(end) } }
    var output = LineOutput(ends[1])
    output.write(String(repeating: "x", count: 1 << 20), prefix: "")
    #expect(output.lost == 1)
    #expect(drain(ends[0]).allSatisfy { $0 == "x" })
    output.write("next", prefix: "")
    #expect(drain(ends[0]) == "\n1 line before this one found no reader\nnext\n")
  }

  @Test func aReaderThatIsGoneIsNoHindrance() {
    signal(SIGPIPE, SIG_IGN)
    let ends = makePipe()
    close(ends[0])
    defer { close(ends[1]) }
    var output = LineOutput(ends[1])
    output.write("nobody hears", prefix: "")
    #expect(output.lost == 1)
  }
}

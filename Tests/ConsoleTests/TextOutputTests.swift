import Glibc
import Testing

@testable import Console

@Suite struct TextOutputTests {
  private func makePipe() -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    return (ends[0], ends[1])
  }

  /// What is read up to the end.
  private nonisolated static func drain(_ descriptor: Int32) -> [UInt8] {
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while case let count = read(descriptor, &chunk, chunk.count), count > 0 { all += chunk[..<count] }
    return all
  }

  @Test(arguments: [false, true])
  func aSlowReaderIsWaitedFor(isNonBlocking: Bool) async throws {
    let ends = makePipe()
    if isNonBlocking { _ = fcntl(ends.writer, F_SETFL, fcntl(ends.writer, F_GETFL) | O_NONBLOCK) }
    let text = String(repeating: "0123456789abcdef", count: 1 << 16)
    let reader = Task.detached { Self.drain(ends.reader) }
    try TextOutput(ends.writer).write(text)
    close(ends.writer)
    #expect(await reader.value.elementsEqual(text.utf8))
    close(ends.reader)
  }

  @Test func aFullDiskIsAnError() throws {
    let full = open("/dev/full", O_WRONLY)
    try #require(full >= 0)
    defer { close(full) }
    let failure = #expect(throws: TextOutput.Failure.self) { try TextOutput(full).write("text") }
    #expect(failure?.code == ENOSPC)
    #expect(failure?.description == "cannot write: No space left on device")
  }

  @Test func nothingIsWrittenOfNothing() throws {
    try TextOutput(-1).write("")
  }
}

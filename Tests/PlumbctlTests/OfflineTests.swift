import FakeDaemon
import Glibc
import Testing

@testable import plumbctl

@Suite struct OfflineTests {
  private func file(_ text: String) throws -> String {
    let path = FakeDaemon.freshPath() + ".jsonl"
    let file = try #require(fopen(path, "w"))
    fputs(text, file)
    fclose(file)
    return path
  }

  @Test func replayPrintsEachChange() throws {
    let upright = (0..<50).map { "{\"t\":\(Double($0) / 25),\"a\":[0,-9.8,0]}\n" }
    let turned = (50..<150).map { "{\"t\":\(Double($0) / 25),\"a\":[-9.8,0,0]}\n" }
    let header = "{\"plumb-recording\":1,\"name\":\"turn\",\"unit\":\"m/s^2\",\"polarity\":\"gravity\",\"rate\":25}\n"
    let path = try file(header + upright.joined() + turned.joined())
    let text = plumbctl("replay", path)
    #expect(text.status == 0)
    #expect(text.output.lines.map { $0.split(separator: " ").last } == ["portrait", "landscapeLeft"])
    let json = plumbctl("--json", "replay", path)
    #expect(json.output.lines.count == 2)
    #expect(json.output.lines.last?.hasPrefix("{\"recording\":\"turn\",\"t\":2.") == true)

    let config = try file("[estimation]\nsettle-time = 1.5\n")
    let settled = plumbctl("replay", "--json", "--config", config, path)
    #expect(settled.output.lines.last?.hasPrefix("{\"recording\":\"turn\",\"t\":3.") == true)
    let slip = plumbctl("replay", "--config", try file("[estimation]\nsettel-time = 1\n"), path)
    #expect(slip.status == 2)
    #expect(slip.output.error.contains("settel-time"))
    let missing = plumbctl("replay", "/nonesuch")
    #expect(missing.status == 2)
    #expect(missing.output.error == "plumbctl: /nonesuch: No such file or directory\n")
  }

  @Test func simulateChecksExpectations() throws {
    let path = try file(
      """
      {"name":"one","root":{"id":"a","supported":"MASK"},"steps":[{"turn":"landscapeLeft","expect":{"interface":"landscapeRight"}}]}
      {"name":"two","root":{"id":"a"},"steps":[{"turn":"landscapeLeft","expect":{"interface":"portrait"}}]}

      """.replacing("\"MASK\"", with: "24"))
    let outcome = plumbctl("simulate", "--json", path)
    #expect(outcome.status == 1)
    #expect(outcome.output.lines.count >= 2)
    #expect(outcome.output.error.contains("two") && outcome.output.error.contains("expected portrait"))
    let missing = plumbctl("simulate", "/nonesuch")
    #expect(missing.status == 2)
    #expect(missing.output.error == "/nonesuch: cannot be read\n")
  }
}

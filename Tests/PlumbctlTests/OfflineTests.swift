import Testing

@testable import plumbctl

@Suite struct OfflineTests {
  @Test func replayPrintsEachChange() {
    let upright = (0..<50).map { "{\"t\":\(Double($0) / 25),\"a\":[0,-9.8,0]}\n" }
    let turned = (50..<150).map { "{\"t\":\(Double($0) / 25),\"a\":[-9.8,0,0]}\n" }
    let header = "{\"plumb-recording\":1,\"name\":\"turn\",\"unit\":\"m/s^2\",\"polarity\":\"gravity\",\"rate\":25}\n"
    let file = TemporaryFile(header + upright.joined() + turned.joined())
    let text = plumbctl("replay", file.path)
    #expect(text.status == 0)
    #expect(text.output.lines.map { $0.split(separator: " ").last } == ["portrait", "landscapeLeft"])
    let json = plumbctl("--json", "replay", file.path)
    #expect(json.output.lines.count == 2)
    #expect(json.output.lines.last?.hasPrefix("{\"recording\":\"turn\",\"t\":2.") == true)

    let config = TemporaryFile("[estimation]\nsettle-time = 1.5\n")
    let settled = plumbctl("replay", "--json", "--config", config.path, file.path)
    #expect(settled.output.lines.last?.hasPrefix("{\"recording\":\"turn\",\"t\":3.") == true)
    let misspelt = TemporaryFile("[estimation]\nsettel-time = 1\n")
    let slip = plumbctl("replay", "--config", misspelt.path, file.path)
    #expect(slip.status == 2)
    #expect(slip.output.error.contains("settel-time"))
    let missing = plumbctl("replay", "/nonesuch")
    #expect(missing.status == 2)
    #expect(missing.output.error == "plumbctl: /nonesuch: No such file or directory\n")
  }

  @Test func simulateChecksExpectations() {
    let file = TemporaryFile(
      """
      {"name":"one","root":{"id":"a","supported":"MASK"},"steps":[{"turn":"landscapeLeft","expect":{"interface":"landscapeRight"}}]}
      {"name":"two","root":{"id":"a"},"steps":[{"turn":"landscapeLeft","expect":{"interface":"portrait"}}]}

      """.replacing("\"MASK\"", with: "24"))
    let outcome = plumbctl("simulate", "--json", file.path)
    #expect(outcome.status == 1)
    #expect(outcome.output.lines.count >= 2)
    #expect(outcome.output.error.contains("two") && outcome.output.error.contains("expected portrait"))
    let missing = plumbctl("simulate", "/nonesuch")
    #expect(missing.status == 2)
    #expect(missing.output.error == "/nonesuch: cannot be read\n")
  }
}

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
    #expect(slip.output.error.hasPrefix("plumbctl: \(misspelt.path):2: [estimation] settel-time"))
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
    #expect(outcome.output.error.split(separator: "\n").allSatisfy { $0.hasPrefix("plumbctl: \(file.path): ") })
    let missing = plumbctl("simulate", "/nonesuch")
    #expect(missing.status == 2)
    #expect(missing.output.error == "plumbctl: /nonesuch: No such file or directory\n")
  }

  @Test(arguments: ["replay", "simulate"]) func filesWithoutEndAreNotReadWhole(command: String) {
    let outcome = plumbctl(command, "/dev/zero")
    #expect(outcome.status == 2)
    #expect(outcome.output.error == "plumbctl: /dev/zero: larger than 128 MiB\n")
  }
}

/// What happens between samples, as a daemon would take it.
@Suite struct ReplayEventTests {
  private func changes(_ entries: [String], settleTime: Double? = nil) -> [String] {
    let header = #"{"plumb-recording":1,"name":"n","unit":"m/s^2","polarity":"gravity","rate":25}"#
    let file = TemporaryFile(([header] + entries).joined(separator: "\n") + "\n")
    let config = settleTime.map { TemporaryFile("[estimation]\nsettle-time = \($0)\n") }
    let outcome = plumbctl(["replay"] + (config.map { ["--config", $0.path] } ?? []) + [file.path])
    return outcome.output.lines.map { line in
      let words = line.split(separator: " ")
      return "\(words.last ?? "") \((Double(words.dropLast().last ?? "") ?? -1).rounded(.down))"
    }
  }

  private func hold(_ vector: String, from start: Double, to end: Double) -> [String] {
    stride(from: start, to: end, by: 0.04).map { "{\"t\":\($0),\"a\":[\(vector)]}" }
  }

  private func event(_ word: String, at time: Double) -> String { "{\"t\":\(time),\"event\":\"\(word)\"}" }

  @Test func aLaptopIsUprightAndATabletAsItIsHeldAtOnce() {
    let entries =
      hold("-9.8,0,0", from: 0, to: 2) + [event("laptopMode", at: 2)] + hold("9.8,0,0", from: 2, to: 5)
      + [event("tabletMode", at: 5)] + hold("9.8,0,0", from: 5, to: 6)
    #expect(changes(entries) == ["landscapeLeft 0.0", "portrait 2.0", "landscapeRight 5.0"])
  }

  @Test func aSensorThatComesBackTellsWhatHasChanged() {
    let entries =
      hold("-9.8,0,0", from: 0, to: 2) + [event("removed", at: 2), event("added", at: 2.1)]
      + hold("-9.8,0,0", from: 2.1, to: 4) + [event("removed", at: 4), event("added", at: 9)]
      + hold("0,-9.8,0", from: 9, to: 11)
    #expect(changes(entries) == ["landscapeLeft 0.0", "portrait 9.0"])
  }

  @Test func restGoesOnAfterTheQuietMark() {
    let entries = hold("0,-9.8,0", from: 0, to: 4) + hold("-9.8,0,0", from: 4, to: 5) + [event("quiet", at: 5)]
    #expect(changes(entries, settleTime: 3) == ["portrait 3.0", "landscapeLeft 7.0"])
    let moved = entries + hold("0,-9.8,0", from: 6, to: 8)
    #expect(changes(moved, settleTime: 3) == ["portrait 3.0"], "it moved before it had rested for long enough")
  }
}

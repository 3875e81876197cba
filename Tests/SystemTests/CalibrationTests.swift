import JSON
import TestSupport
import Testing

/// The dialogue of `plumbctl calibrate`, spoken to the daemon's mock.
@Suite struct CalibrationTests {
  @Test func whatItPrintsHasItsLines() throws {
    let daemon = try TestDaemon()
    let result = try daemon.ctl("calibrate", "--yes")
    #expect(result.status == 0)
    #expect(!result.output.contains("\\n"), "a line feed is shown as one, not spelt out")
    #expect(result.output.contains("\n\n[sensor]\nmount-matrix = 1, 0, 0; 0, 1, 0; 0, 0, 1\npolarity = gravity\n"))
  }

  /// What a sensor whose matrix is 0,1,0; -1,0,0; 0,0,1 measures: upright, the left edge up, the right edge up, flat.
  private static let turned = [["9.8", "0", "0"], ["0", "9.8", "0"], ["0", "-9.8", "0"], ["0", "0", "-9.8"]]

  private func calibrate(_ vectors: [[String]], on daemon: TestDaemon) throws -> Program {
    let tool = try Program("plumbctl", ["calibrate", "--json"], environment: ["PLUMBD_SOCKET": daemon.socket])
    for (index, vector) in vectors.enumerated() {
      try tool.waitForError("question \(index + 1)") { $0.contains("\(index + 1) of 4: ") }
      #expect(try daemon.ctl("mock", "accel", vector[0], vector[1], vector[2]).status == 0)
      tool.send(line: "")
    }
    return tool
  }

  @Test func theMatrixOfATurnedSensorIsFoundAndPutsItRight() throws {
    let daemon = try TestDaemon()
    let tool = try calibrate(Self.turned, on: daemon)
    #expect(try tool.waitForEnd().status == 0, "\(tool.standardError)")
    let result = try JSONValue(parsing: Array(tool.standardOutput.utf8))
    #expect(result["matrix"] == [0, 1, 0, -1, 0, 0, 0, 0, 1])
    #expect(result["polarity"]?.text == "gravity")
    #expect(
      result["configuration"]?.text
        == "[sensor]\nmount-matrix = 0, 1, 0; -1, 0, 0; 0, 0, 1\npolarity = gravity\n")
  }

  @Test func aDeviceThatWasNotTurnedIsRefused() throws {
    let daemon = try TestDaemon()
    let tool = try calibrate([Self.turned[0], Self.turned[1], Self.turned[1], Self.turned[3]], on: daemon)
    #expect(try tool.waitForEnd().status == 1)
    #expect(
      tool.standardError.contains("landscapeRight and landscapeLeft are 180° apart, 0° were measured"),
      "\(tool.standardError)")
    #expect(tool.standardOutput.isEmpty)
  }

  @Test func aMockIsCalibratedWithoutHands() throws {
    let daemon = try TestDaemon()
    let (output, errors, status) = try daemon.ctl("calibrate", "--yes")
    #expect(status == 0, "\(errors)")
    #expect(output.contains("matrix    1, 0, 0; 0, 1, 0; 0, 0, 1\n"))
    #expect(output.contains("polarity  gravity\n"))
    #expect(output.contains("[sensor]\nmount-matrix = 1, 0, 0; 0, 1, 0; 0, 0, 1\npolarity = gravity\n"))
  }

  @Test func anEndOfInputIsNoPose() throws {
    let daemon = try TestDaemon()
    let (program, ended) = try Program.run(
      "/bin/sh", ["-c", "exec \(Program.folder)/plumbctl calibrate < /dev/null"],
      environment: ["PLUMBD_SOCKET": daemon.socket])
    #expect(ended.status == 1)
    #expect(program.standardError.hasSuffix("plumbctl: the input has ended before all poses were measured\n"))
    #expect(try daemon.ctl("calibrate", "sideways").status == 2)
  }
}

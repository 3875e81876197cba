import TestSupport
import Testing

/// What `make bench` prints has a figure of ours in each table; how good they are is for its reader.
@Suite struct BenchmarksTests {
  @Test func thePeersTablesAreMade() throws {
    let run = try Program.run("benchmarks", ["peers"])
    #expect(run.ended.status == 0, "\(run.program.standardError)")
    let rows = ["plumbd --mock"] + (Testbed.isThere ? ["plumbd, buffered", "plumbd, polled"] : [])
    for row in rows {
      #expect(run.program.standardOutput.contains("| \(row)"), "\(run.program.standardOutput)")
    }
  }
}

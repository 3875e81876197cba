import Orientation
import Recordings
import TestSupport

/// plumbd's judge and the published rules of two other systems, on the same recordings.
enum JudgesTable {
  /// The recording of the tests: made up, with known poses.
  static let standardFile = Program.packageFolder + "/Tests/OrientationEstimationTests/Data/handling.jsonl"

  static func print(_ files: [String]) throws {
    heading("Judges: what three rules make of the same recordings")
    table(
      ["recording", "rule", "changes", "false/h", "missed", "median", "95 %", "ns/sample"],
      try files.flatMap(rows(of:)), leftAligned: 2)
  }

  private static func rows(of file: String) throws -> [[String]] {
    let recordings = try Recording.recordings(in: bytes(of: file)).map { recording in
      recording.entries.compactMap { entry -> AccelerometerSample? in
        if case .sample(let sample) = entry { sample } else { nil }
      }
    }
    let name = file.split(separator: "/").last.map(String.init) ?? file
    let poses = recordings.map(HeldPose.all)
    let count = recordings.reduce(0) { $0 + $1.count }
    return Rule.all.map { rule in
      var score = Score()
      for (samples, held) in zip(recordings, poses) { score.add(rule.changes(samples), of: samples, held: held) }
      let time = nanoseconds(rounds: 3) { for samples in recordings { sink &+= UInt64(rule.changes(samples).count) } }
      return [
        name, rule.name, "\(score.changes)", decimal(score.wrongChangesPerHour, 1), "\(score.missed) of \(score.holds)",
        score.latency(0.5).map { decimal($0 * 1000, 0) + " ms" } ?? "-",
        score.latency(0.95).map { decimal($0 * 1000, 0) + " ms" } ?? "-", decimal(time / Double(max(count, 1)), 0),
      ]
    }
  }
}

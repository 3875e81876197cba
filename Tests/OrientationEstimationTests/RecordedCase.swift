import FoundationEssentials
import Orientation
import OrientationEstimation
import Recordings
import Testing

/// A recording of Data/ and the changes that a judge must find in it.
nonisolated struct RecordedCase: CustomTestStringConvertible {
  struct Expectation: Decodable {
    struct Change: Decodable {
      var device: DeviceOrientation
      /// The change comes between these times, seconds.
      var after: Double
      var before: Double
    }
    var recording: String
    var why: String
    var settleTime: Double?
    var changes: [Change]
  }

  var recording: Recording
  var expectation: Expectation

  var testDescription: String { "\(expectation.recording): \(expectation.why)" }

  var parameters: EstimationParameters {
    EstimationParameters(settleTime: expectation.settleTime ?? EstimationParameters.defaultSettleTime)
  }

  /// All cases of Data/, each recording with its line in expected.jsonl; throws where one lacks the other.
  static func all() throws -> [Self] {
    let recordings = try ["cases", "handling"].flatMap { try Recording.recordings(in: bytes("\($0).jsonl")) }
    let byName = Dictionary(recordings.map { ($0.header.name, $0) }) { first, _ in first }
    let lines = try bytes("expected.jsonl").split(separator: UInt8(ascii: "\n"))
    let expectations = try lines.map { try JSONDecoder().decode(Expectation.self, from: Data($0)) }
    guard Set(expectations.map(\.recording)) == Set(byName.keys), byName.count == recordings.count else {
      throw Mismatch()
    }
    return try expectations.map { expectation in
      guard let recording = byName[expectation.recording] else { throw Mismatch() }
      return Self(recording: recording, expectation: expectation)
    }
  }

  struct Mismatch: Error {}

  private static func bytes(_ file: String) throws -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Data")
    return [UInt8](try Data(contentsOf: folder.appending(path: file)))
  }
}

/// A change and when it came.
nonisolated struct Change: Equatable {
  var time: Double
  var orientation: DeviceOrientation
}

/// What a judge makes of a recording's entries.
nonisolated func changes(in recording: Recording, _ parameters: EstimationParameters = .init()) -> [Change] {
  var estimator = OrientationEstimator(parameters: parameters)
  return recording.entries.compactMap { entry in
    let change: DeviceOrientation? =
      switch entry {
      case .sample(let sample): estimator.ingest(sample)
      case .event(.quiet, let time): estimator.silence(until: time)
      case .event: nil
      }
    return change.map { Change(time: entry.time, orientation: $0) }
  }
}

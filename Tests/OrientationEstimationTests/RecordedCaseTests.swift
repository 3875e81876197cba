import Orientation
import OrientationEstimation
import Recordings
import Testing

@Suite struct RecordedCaseTests {
  @Test(arguments: try RecordedCase.all()) func findsTheChanges(_ recorded: RecordedCase) {
    let found = changes(in: recorded.recording, recorded.parameters)
    let expected = recorded.expectation.changes
    #expect(found.map(\.orientation) == expected.map(\.device), "\(found)")
    for (change, expectation) in zip(found, expected) {
      #expect((expectation.after...expectation.before).contains(change.time), "\(change)")
    }
  }

  /// The mirrored device is judged as the device is: no axis and no side is preferred.
  @Test(arguments: try RecordedCase.all()) func judgesEverySideAlike(_ recorded: RecordedCase) {
    var turned = recorded.recording
    turned.entries = turned.entries.map { entry in
      guard case .sample(var sample) = entry else { return entry }
      let a = sample.acceleration
      sample.acceleration = Acceleration(x: -a.y, y: a.x, z: a.z)
      return .sample(sample)
    }
    let found = changes(in: turned, recorded.parameters)
    let expected = changes(in: recorded.recording, recorded.parameters).map { change in
      Change(time: change.time, orientation: change.orientation.quarterTurnOn)
    }
    #expect(found == expected)
  }

  @Test(arguments: try RecordedCase.all()) func isDeterministicAfterReset(_ recorded: RecordedCase) {
    var estimator = OrientationEstimator(parameters: recorded.parameters)
    func run() -> [DeviceOrientation] {
      recorded.recording.entries.compactMap { entry in
        guard case .sample(let sample) = entry else { return nil }
        return estimator.ingest(sample)
      }
    }
    let first = run()
    estimator.reset()
    #expect(estimator.orientation == .unknown)
    #expect(run() == first)
  }
}

extension DeviceOrientation {
  /// The pose after the gravity (x, y) has become (−y, x).
  fileprivate var quarterTurnOn: DeviceOrientation {
    switch self {
    case .portrait: .landscapeRight
    case .landscapeRight: .portraitUpsideDown
    case .portraitUpsideDown: .landscapeLeft
    case .landscapeLeft: .portrait
    case .unknown, .faceUp, .faceDown: self
    }
  }
}

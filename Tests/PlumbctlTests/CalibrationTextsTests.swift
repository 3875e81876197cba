import Configuration
import Orientation
import Testing

@testable import plumbctl

@Suite struct CalibrationTextsTests {
  private static func texts(
    _ machine: MachineIdentity, modalias: String? = nil, negated: Bool = false
  ) throws -> CalibrationTexts {
    // A sensor that is turned a quarter: its x points up where the device is upright.
    let sign = negated ? -1.0 : 1.0
    let readings: [Calibration.Reading] = [
      .init(pose: .portrait, mean: Acceleration(x: sign * 9.8, y: 0, z: 0)),
      .init(pose: .landscapeRight, mean: Acceleration(x: 0, y: sign * 9.8, z: 0)),
      .init(pose: .faceUp, mean: Acceleration(x: 0, y: 0, z: sign * -9.8)),
    ]
    return CalibrationTexts(
      calibration: try Calibration(readings), sensorName: "kxcj9", sensorModalias: modalias, machine: machine)
  }

  private static let lenovo = MachineIdentity(
    dmi: "dmi:bvnLENOVO:bvr1:bd01/01/2015:svnLENOVO:pn80SG:pvrMIIX:rvnLENOVO:rnBoard:")

  @Test func eachFileHasItsLines() throws {
    let texts = try Self.texts(Self.lenovo, modalias: "acpi:KIOX000A:KIOX000A:")
    #expect(
      texts.configuration == [
        "[sensor]", "mount-matrix = 0, 1, 0; -1, 0, 0; 0, 0, 1", "polarity = gravity",
      ])
    #expect(
      texts.quirk == [
        "[LENOVO 80SG]", "dmi = dmi:*:svnLENOVO:pn80SG:*", "sensor = kxcj9",
        "mount-matrix = 0, 1, 0; -1, 0, 0; 0, 0, 1", "polarity = gravity",
      ])
    #expect(
      texts.hardwareDatabase == [
        "sensor:modalias:acpi:KIOX000A*:dmi:*:svnLENOVO:pn80SG:*",
        " ACCEL_MOUNT_MATRIX=0, 1, 0; -1, 0, 0; 0, 0, 1",
      ])
  }

  @Test func theDatabaseKnowsNoPolarity() throws {
    let texts = try Self.texts(Self.lenovo, negated: true)
    #expect(texts.configuration.last == "polarity = reaction")
    #expect(texts.calibration.matrix.text == "0, 1, 0; -1, 0, 0; 0, 0, 1")
    #expect(texts.hardwareDatabase.last == " ACCEL_MOUNT_MATRIX=0, -1, 0; 1, 0, 0; 0, 0, -1")
  }

  @Test func aMachineWithADeviceTreeIsNamedByIt() throws {
    let machine = MachineIdentity(compatible: ["pine64,pinephone-1.2", "allwinner,sun50i-a64"])
    let texts = try Self.texts(machine, modalias: "of:NaccelerometerT(null)Cinvensense,mpu6050")
    #expect(texts.quirk.prefix(2) == ["[pine64,pinephone-1.2]", "device-tree = pine64,pinephone-1.2"])
    #expect(texts.hardwareDatabase.first == "sensor:modalias:of:NaccelerometerT(null)Cinvensense,mpu6050*:*")
    let unknown = try Self.texts(MachineIdentity())
    #expect(!unknown.isKnownToDatabase)
    #expect(unknown.hardwareDatabase.first == "sensor:modalias:MODALIAS:*", "a form that matches no machine")
  }

  /// What the tool prints, the daemon reads.
  @Test func theLinesAreReadBack() throws {
    let texts = try Self.texts(Self.lenovo, negated: true)
    let bytes = Array(texts.configuration.map { $0 + "\n" }.joined().utf8)
    let loaded = try LoadedConfiguration(parsing: [.init(file: "f", bytes: bytes)]).configuration
    #expect(loaded.sensor.mountMatrix == texts.calibration.matrix.rows)
    #expect(loaded.sensor.polarity == .reaction)
  }
}

@Suite struct RestingMeanTests {
  private static let upright = Acceleration(x: 0, y: -9.8, z: 0)

  private func resting(
    _ times: [Double], from start: Double = 0, _ vector: (Double) -> Acceleration = { _ in upright }
  ) -> RestingMean {
    var resting = RestingMean()
    resting.begin(at: start)
    for time in times { resting.take(vector(time), at: time) }
    return resting
  }

  @Test func aSecondOfRestIsAveraged() {
    let times = (0...30).map { Double($0) * 0.04 }
    #expect(resting(Array(times.prefix(20))).mean(at: 0.8) == nil, "not for long enough")
    let mean = resting(times) { time in
      Acceleration(x: Int(time / 0.04 + 0.5) % 2 == 0 ? 0.3 : -0.3, y: -9.8, z: 0)
    }.mean(at: 1.2)
    #expect(mean.map { abs($0.x) < 0.05 && abs($0.y + 9.8) < 1e-9 } == true)
  }

  @Test func motionIsNoRestAndIsForgottenInTime() {
    let shaken = resting((0...30).map { Double($0) * 0.04 }) { Acceleration(x: 10 * $0, y: -9.8, z: 0) }
    #expect(shaken.mean(at: 1.2) == nil)
    let calmed = resting((0...80).map { Double($0) * 0.04 }) { time in
      time < 1.5 ? Acceleration(x: 10 * time, y: 0, z: 0) : Self.upright
    }
    #expect(calmed.mean(at: 3.2).map { abs($0.magnitude - 9.8) < 1e-9 } == true)
  }

  @Test func whatWasMeasuredBeforeDoesNotCount() {
    #expect(resting((0...30).map { Double($0) * 0.04 }, from: 0.5).mean(at: 1.2) == nil)
  }

  @Test func aSlowSensorNeedsThreeSamples() {
    #expect(resting([0, 2]).mean(at: 2) == nil)
    #expect(resting([0, 2, 4]).mean(at: 4) == Self.upright)
  }

  @Test func aQuietSensorsLastSampleCountsOnceItsWordCanBeTrusted() {
    var resting = resting([0])
    resting.quiet()
    resting.begin(at: 10)
    #expect(resting.mean(at: 10.1) == nil)
    #expect(resting.mean(at: 10.5) == Self.upright)
    resting.take(Acceleration(x: 9, y: 0, z: 0), at: 10.2)
    #expect(resting.mean(at: 10.5) == nil, "it has moved")
  }
}

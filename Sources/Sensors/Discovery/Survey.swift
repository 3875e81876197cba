import Glibc
import Orientation

/// What tells a device from others for as long as it is plugged in.
nonisolated struct SensorIdentity: Sendable, Hashable {
  var identifier: String
  var sysfsPath: String?
  var name: String
  var label: String?
}

/// A device and its facts, as found in one look.
nonisolated struct SurveyedDevice: Sendable {
  var device: IIODevice
  var facts: AccelerometerFacts

  var identity: SensorIdentity {
    SensorIdentity(
      identifier: facts.identifier, sysfsPath: facts.udev?.sysfsPath, name: facts.name, label: facts.label)
  }

  func mountMatrix(settings: SensorSettings) -> MountMatrix {
    PlacementRules.mounting(of: facts, settings: settings).matrix.value
  }

  func pipeline(settings: SensorSettings) -> SamplePipeline {
    let mounting = PlacementRules.mounting(of: facts, settings: settings)
    var scale: [Double]?
    if case .known(let known) = ScaleRule.scale(of: facts) { scale = known.value }
    return SamplePipeline(
      offset: ScaleRule.offset(of: facts), scale: scale, mountMatrix: mounting.matrix.value,
      polarity: mounting.polarity.value)
  }
}

/// One look at every accelerometer, and the choice among them.
nonisolated struct Survey: Sendable {
  private let devices: [SurveyedDevice]
  private let selection: SensorSelection
  private let uri: String

  /// Nothing was found yet.
  init() {
    devices = []
    selection = SensorSelection([])
    uri = ""
  }

  init(_ devices: [SurveyedDevice], settings: SensorSettings) {
    self.devices = devices
    uri = settings.uri
    selection = SensorSelection(
      devices.map { device in
        SensorSelection.Candidate(
          facts: device.facts, location: PlacementRules.location(of: device.facts).value,
          obstacle: Self.obstacle(of: device.facts), ignoredBy: settings.quirks.ignoring(device.facts.name))
      }, configured: settings.device)
  }

  /// Looks at the devices; for the reader thread.
  static func take(uri: String, udev: [String: UdevFacts]) -> Result<[SurveyedDevice], SensorFailure> {
    do throws(SensorFailure) {
      let context = try IIOContext(uri: uri)
      return .success(
        context.accelerometers().map { SurveyedDevice(device: $0, facts: $0.facts(udev: udev[$0.identifier])) })
    } catch {
      // The kernel makes the folder with the first IIO device: without it there is none, and that is no failure.
      if uri == "local:", access("/sys/bus/iio/devices", F_OK) != 0 { return .success([]) }
      return .failure(error)
    }
  }

  /// The device that turns the screen.
  var chosen: SurveyedDevice? { selection.chosen.map { devices[$0] } }

  /// Whether a sensor in the base is there beside the chosen one: their angle is the hinge's.
  func hasBase(settings: SensorSettings) -> Bool {
    descriptions(settings: settings).contains { !$0.isUsed && $0.location.value == .base }
  }

  /// The choice in one sentence.
  var summary: String {
    guard !devices.isEmpty else { return "there is no accelerometer" }
    if let chosen { return "\(chosen.facts.name) (\(chosen.facts.identifier)) is used" }
    return "no accelerometer in the display: "
      + zip(devices, selection.verdicts).map { "\($0.facts.name) (\($0.facts.identifier)): \($1.reason)" }
      .joined(separator: "; ")
  }

  private static func obstacle(of facts: AccelerometerFacts) -> String? {
    if case .incomplete(let missing) = ScaleRule.scale(of: facts) {
      return "its driver gives some axes a scale but not all: \(missing.joined(separator: ", ")) missing or 0"
    }
    return facts.hasRawValues || facts.hasBuffer ? nil : "it has neither raw values nor a buffer that can be decoded"
  }

  /// Everything that is known, for people.
  func descriptions(settings: SensorSettings) -> [AccelerometerDescription] {
    zip(devices, selection.verdicts).map { device, verdict in
      let facts = device.facts
      let mounting = PlacementRules.mounting(of: facts, settings: settings)
      var scale: Sourced<[Double]>?
      if case .known(let known) = ScaleRule.scale(of: facts) { scale = known }
      let isBuffered = facts.hasFilledBuffer && settings.mode != .polled
      return AccelerometerDescription(
        name: facts.name, label: facts.label, identifier: facts.identifier, sysfsPath: facts.udev?.sysfsPath, uri: uri,
        location: PlacementRules.location(of: facts), mountMatrix: mounting.matrix,
        polarity: mounting.polarity, scale: scale,
        offset: ScaleRule.offset(of: facts), rate: FrequencyRule.present(of: facts),
        mode: isBuffered ? .buffered : .polled, isUsed: verdict.isUsed, reason: verdict.reason,
        faults: mounting.faults + (Self.obstacle(of: facts).map { [$0] } ?? []))
    }
  }
}

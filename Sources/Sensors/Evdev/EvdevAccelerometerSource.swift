import EventLoop
import Orientation

/// Accelerometers that the kernel offers as input devices: older convertibles, and drivers that know no IIO.
///
/// udev marks them (`ID_INPUT_ACCELEROMETER`, set by its input_id builtin from `INPUT_PROP_ACCELEROMETER` or the axes).
public final class EvdevAccelerometerSource: AccelerometerSource {
  private let loop: EventLoop
  private let settings: SensorSettings
  private let handler: (SensorEvent) -> Void
  private let udev: Udev
  private var monitor: UdevMonitor?
  private var timer: TimerSource?
  private var isStarted = false
  private var devices: [Device] = []
  private var selection = SensorSelection([])
  private var active: (path: String, sensor: EvdevSensor)?
  private var openFault: (path: String, words: String)?
  private var lastReason: String?

  private struct Device {
    var facts: AccelerometerFacts
    var node: String
    var path: String
  }

  /// Makes a source that looks for nothing until `start()`.
  /// - Throws: `SystemError` where udev cannot be asked or the kernel refuses a timer.
  public init(
    loop: EventLoop, settings: SensorSettings = SensorSettings(), handler: @escaping (SensorEvent) -> Void
  ) throws(SystemError) {
    self.loop = loop
    self.settings = settings
    self.handler = handler
    udev = try Udev()
    timer = try loop.addTimer { [weak self] in self?.scan() }
  }

  /// Whether the last look found any, usable or not.
  var hasDevices: Bool { !devices.isEmpty }

  /// Whether it has said what there is, and will speak again only when that changes.
  var isAsked: Bool { isStarted && (active != nil || lastReason != nil) }

  /// Every input accelerometer of the last look.
  public var sensors: [AccelerometerDescription] {
    zip(devices, selection.verdicts).map { device, verdict in
      let facts = device.facts
      let mounting = PlacementRules.mounting(of: facts, settings: settings)
      let reading = active?.path == device.path ? active?.sensor : nil
      let scale = reading?.statedScale ?? reading?.scale.map { Sourced($0, from: "learnt from gravity") }
      let fault = openFault?.path == device.path ? openFault?.words : nil
      return AccelerometerDescription(
        name: facts.name, identifier: facts.identifier, sysfsPath: device.path, uri: device.node,
        location: PlacementRules.location(of: facts), mountMatrix: mounting.matrix, polarity: mounting.polarity,
        scale: scale, rate: settings.rate, mode: .input, isUsed: verdict.isUsed && reading != nil,
        reason: verdict.isUsed && reading == nil
          ? "chosen, but it is not read" + (fault.map { ": \($0)" } ?? "") : verdict.reason,
        faults: mounting.faults + (fault.map { [$0] } ?? []))
    }
  }

  /// Looks for devices, and reads the chosen one as long as it is there.
  public func start() {
    guard !isStarted else { return }
    isStarted = true
    monitor = try? UdevMonitor(loop: loop, udev: udev, subsystem: "input") { [weak self] changes in
      if changes.contains(where: { $0.name.hasPrefix("event") }) { self?.scan() }
    }
    timer?.arm(at: EventLoop.now)
  }

  /// Closes the device; its driver powers it down when nobody has it open.
  public func stop() {
    isStarted = false
    monitor = nil
    timer?.disarm()
    active = nil
    openFault = nil
    lastReason = nil
  }

  /// The same as `stop()`: nothing has to be put back.
  public func close() { stop() }

  private func scan() {
    guard isStarted else { return }
    devices = udev.devices("input", property: ("ID_INPUT_ACCELEROMETER", "1")).compactMap(Self.device)
    selection = SensorSelection(
      devices.map { device in
        SensorSelection.Candidate(
          facts: device.facts, location: PlacementRules.location(of: device.facts).value,
          ignoredBy: settings.quirks.ignoring(device.facts.name))
      }, configured: settings.device)
    let chosen = selection.chosen.map { devices[$0] }
    if let active, active.path != chosen?.path {
      self.active = nil
      handler(.lost(reason: "the sensor was removed"))
    }
    guard isStarted else { return }
    guard let chosen else { return unavailable(summary) }
    if active == nil { open(chosen) }
  }

  private static func device(_ device: UdevDevice) -> Device? {
    guard let identifier = device.sysfsName, identifier.hasPrefix("event"), let node = device.node,
      let path = device.sysfsPath
    else { return nil }
    let udev = UdevFacts(
      identifier: identifier, sysfsPath: path, mountMatrix: device.property("ACCEL_MOUNT_MATRIX"),
      location: device.property("ACCEL_LOCATION"), isGamePad: device.property("ID_INPUT_JOYSTICK") == "1")
    let name = device.attribute("name", ofParent: "input").map(AttributeText.trimmed) ?? identifier
    return Device(facts: AccelerometerFacts(identifier: identifier, name: name, udev: udev), node: node, path: path)
  }

  private func open(_ device: Device) {
    let mounting = PlacementRules.mounting(of: device.facts, settings: settings)
    do throws(SystemError) {
      let sensor = try EvdevSensor(
        node: device.node, mounting: mounting, rate: settings.rate, loop: loop,
        emit: { [weak self] in self?.handler($0) }, fail: { [weak self] in self?.lose($0) })
      active = (device.path, sensor)
      openFault = nil
      lastReason = nil
    } catch {
      openFault = (device.path, error.description)
      return unavailable(error.description)
    }
    if let description = sensors.first(where: \.isUsed) { handler(.appeared(description)) }
  }

  private func lose(_ error: SystemError) {
    active = nil
    handler(.lost(reason: error.description))
    // udev tells when it is back; what failed for another reason is tried again.
    if isStarted { timer?.arm(after: 5) }
  }

  private func unavailable(_ reason: String) {
    guard reason != lastReason else { return }
    lastReason = reason
    handler(.unavailable(reason: reason))
  }

  private var summary: String {
    guard !devices.isEmpty else { return "there is no accelerometer" }
    return "no accelerometer in the display: "
      + zip(devices, selection.verdicts).map { "\($0.facts.name) (\($0.facts.identifier)): \($1.reason)" }
      .joined(separator: "; ")
  }
}

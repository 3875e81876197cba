import CLibEvdev
import EventLoop

/// The switches that tell a convertible's hinge: `SW_TABLET_MODE` of the kernel's input devices.
///
/// Several drivers may each have one, and not all of them work: the machine is a laptop where all say so. Without any
/// it is a tablet.
public final class TabletModeSwitch {
  private let loop: EventLoop
  private let handler: (SensorEvent) -> Void
  private let udev: Udev
  private var monitor: UdevMonitor?
  private var timer: TimerSource?
  private var switches: [String: (device: EvdevDevice, source: DescriptorSource)] = [:]
  private var faults: Set<String> = []
  private var isStarted = false
  private var told: Bool?

  /// Makes one that looks for nothing until `start()`; it tells `tabletMode` and `notice` events.
  /// - Throws: `SystemError` where udev cannot be asked or the kernel refuses a timer.
  public init(loop: EventLoop, handler: @escaping (SensorEvent) -> Void) throws(SystemError) {
    self.loop = loop
    self.handler = handler
    udev = try Udev()
    timer = try loop.addTimer { [weak self] in self?.scan() }
  }

  /// Looks for switches, and tells how they stand and how they are moved.
  public func start() {
    guard !isStarted else { return }
    isStarted = true
    monitor = try? UdevMonitor(loop: loop, udev: udev, subsystem: "input") { [weak self] changes in
      if changes.contains(where: { $0.name.hasPrefix("event") }) { self?.scan() }
    }
    timer?.arm(at: EventLoop.now)
  }

  /// Closes them; how they stood is told anew at the next start.
  public func stop() {
    isStarted = false
    monitor = nil
    timer?.disarm()
    switches = [:]
    told = nil
  }

  /// Whether there is a switch; without one the sensors have to tell.
  public var isThere: Bool { !switches.isEmpty }

  private func scan() {
    guard isStarted else { return }
    let found = udev.devices("input", property: ("ID_INPUT_SWITCH", "1"))
    let nodes = found.compactMap { device in
      device.sysfsName?.hasPrefix("event") == true ? device.node : nil
    }
    switches = switches.filter { nodes.contains($0.key) }
    for node in nodes where switches[node] == nil { open(node) }
    tell()
  }

  private func open(_ node: String) {
    do throws(SystemError) {
      let device = try EvdevDevice(node)
      guard device.has(EV_SW, SW_TABLET_MODE) else { return }
      let source = try loop.addDescriptor(device.descriptor) { [weak self] _ in self?.read(node) }
      switches[node] = (device, source)
    } catch {
      guard faults.insert(node).inserted else { return }
      handler(.notice("\(error); if it has a tablet-mode switch, that switch is not heard"))
    }
  }

  private func read(_ node: String) {
    guard let device = switches[node]?.device else { return }
    do throws(SystemError) { try device.read {} } catch { switches[node] = nil }
    tell()
  }

  private func tell() {
    let isTablet = switches.isEmpty || switches.values.contains { $0.device.value(EV_SW, SW_TABLET_MODE) != 0 }
    // A machine that never had a switch has nothing to tell.
    guard told != isTablet, told != nil || !switches.isEmpty else { return }
    told = isTablet
    handler(.tabletMode(isTablet))
  }
}

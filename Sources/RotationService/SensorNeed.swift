/// One who needs the sensor within the daemon, as long as it is held.
final class SensorNeed {
  /// How many there are.
  struct Counts {
    /// All of them.
    var count = 0
    /// Those who need it with the panel off as well.
    var countWithPanelOff = 0
  }

  private let service: RotationService
  private let withPanelOff: Bool

  init(service: RotationService, withPanelOff: Bool) {
    self.service = service
    self.withPanelOff = withPanelOff
    change(by: 1)
  }

  isolated deinit { change(by: -1) }

  private func change(by step: Int) {
    service.needs.count += step
    if withPanelOff { service.needs.countWithPanelOff += step }
  }
}

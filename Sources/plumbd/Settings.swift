import Configuration
import Orientation
import OrientationEstimation
import RotationService
import Sensors

// The configuration in the terms of each room: rooms do not know the files that they are configured by.

extension Log.Level {
  init(_ level: Configuration.LogSettings.Level) {
    self =
      switch level {
      case .error: .error
      case .warning: .warning
      case .notice: .notice
      case .info: .info
      case .debug: .debug
      }
  }
}

extension RotationService.Options {
  init(_ configuration: Configuration) {
    self.init(
      panel: Panel(configuration.panel), defaultMask: configuration.defaultApplication.supported,
      fallbackOrder: configuration.defaultApplication.fallbackOrder,
      windowsPerClient: configuration.limits.windowsPerClient, windowsPerUser: configuration.limits.windowsPerUser,
      treeDepth: configuration.limits.treeDepth, controllers: configuration.limits.controllers)
  }
}

extension Panel {
  init(_ settings: Configuration.PanelSettings) {
    self.init(
      natural: settings.natural ?? PanelDiscovery.naturalOrientation ?? .portrait, portraitEdge: settings.portraitEdge,
      offset: settings.offset)
  }
}

extension EstimationParameters {
  init(_ settings: Configuration.EstimationSettings) {
    self.init(settleTime: settings.settleTime, hysteresis: settings.hysteresis, tiltLimit: settings.tiltLimit)
  }
}

extension SocketServer.ConnectionLimits {
  init(_ settings: Configuration.LimitSettings) {
    self.init(
      total: settings.connections, perUser: settings.connectionsPerUser,
      halfMessageTimeout: settings.halfMessageTimeout)
  }
}

extension SensorSettings {
  init(_ settings: Configuration.SensorSettings, quirks: LoadedQuirks, machine: MachineIdentity) {
    let mode: ReadingMode =
      switch settings.mode {
      case .auto: .auto
      case .buffered: .buffered
      case .polled: .polled
      }
    self.init(
      uri: settings.uri, device: settings.device, mode: mode, rate: settings.rate, polarity: settings.polarity,
      mountMatrix: settings.mountMatrix.flatMap { try? MountMatrix(rows: $0) },
      quirks: quirks.user.filter { $0.matches(machine) }.map { SensorQuirk($0, .user) }
        + quirks.shipped.filter { $0.matches(machine) }.map { SensorQuirk($0, .shipped) })
  }
}

extension SensorQuirk {
  init(_ quirk: DeviceQuirk, _ rank: Rank) {
    self.init(
      rank: rank, source: "[\(quirk.name)] of \(quirk.file)", sensor: quirk.sensor,
      mountMatrix: quirk.mountMatrix.flatMap { try? MountMatrix(rows: $0) }, polarity: quirk.polarity,
      isIgnored: quirk.isIgnored)
  }
}

extension DeviceOrientation {
  /// The pose, in words of a portrait panel, in which this edge of the panel points up.
  init(_ edge: Configuration.PanelSettings.UpperEdge) {
    self =
      switch edge {
      case .top: .portrait
      case .left: .landscapeRight
      case .right: .landscapeLeft
      case .bottom: .portraitUpsideDown
      }
  }
}

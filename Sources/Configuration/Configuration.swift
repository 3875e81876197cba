import Orientation

/// Everything that plumbd.conf can say, as plain values; `Configuration()` is what counts where no file says anything.
///
/// The values are as the table `ConfigurationKey.all` admits them: in range, and nil where a key says `auto`.
public struct Configuration: Sendable, Hashable {
  /// Which accelerometer is read, and how.
  public var sensor = SensorSettings()
  /// How samples become a device orientation.
  public var estimation = EstimationSettings()
  /// How the built-in panel is mounted.
  public var panel = PanelSettings()
  /// What holds while no application is in front.
  public var defaultApplication = DefaultApplicationSettings()
  /// Who counts as the active user where logind does not say.
  public var access = AccessSettings()
  /// What one client may ask for.
  public var limits = LimitSettings()
  /// Where clients connect.
  public var socket = SocketSettings()
  /// What is answered on the system bus.
  public var bus = BusSettings()
  /// What is logged.
  public var log = LogSettings()
  /// Where the rotation lock is kept.
  public var state = StateSettings()

  /// The built-in defaults.
  public init() {}

  /// The section `[sensor]`.
  public struct SensorSettings: Sendable, Hashable {
    /// How a device's samples are fetched.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
      /// From the buffer where the device has one that delivers, else polled.
      case auto
      /// From the buffer only.
      case buffered
      /// By raw reads only.
      case polled
    }

    /// Whether the device is followed, or stays as a laptop is used.
    public enum TabletMode: String, Sendable, Hashable, CaseIterable {
      /// As the switch or the hinge says; a machine with neither is a tablet.
      case auto
      /// It is a tablet, whatever the switch says.
      case always
      /// It is a laptop, whatever the switch says.
      case never
    }

    /// The libiio context that holds the sensor, for instance `local:` or `ip:HOST`.
    public var uri = "local:"
    /// The name, label, `iio:deviceN` or sysfs path of the accelerometer; nil: the best one is chosen.
    public var device: String?
    /// How its samples are fetched.
    public var mode = Mode.auto
    /// Samples a second while the device is at rest, 1 to 1000 Hz.
    public var rate = 10.0
    /// Which way its vector points at rest; nil: what quirks say, else gravity.
    public var polarity: Polarity?
    /// Nine finite numbers, row by row, out = M · v, over every other source; nil: those other sources.
    public var mountMatrix: [Double]?
    /// Whether the device is followed.
    public var tabletMode = TabletMode.auto
  }

  /// The section `[estimation]`.
  public struct EstimationSettings: Sendable, Hashable {
    /// The least time that a new orientation must hold before it is published, 0 to 10 s.
    public var settleTime = 0.0
    /// How far beyond the diagonal the device must be turned to change, 0 to 40 degrees.
    public var hysteresis = 22.0
    /// How far the screen may lean from the vertical before the device counts as flat, 45 to 80 degrees.
    public var tiltLimit = 65.0
  }

  /// The section `[panel]`.
  public struct PanelSettings: Sendable, Hashable {
    /// The panel's longer side as it is mounted; nil: as the display says.
    public var natural: Panel.NaturalOrientation?
    /// On a landscape panel, the edge that points up in portrait.
    public var portraitEdge = Panel.PortraitEdge.leftUp
    /// Degrees by which the panel is turned in its housing: 0, 90, 180 or 270.
    public var offset = 0
    /// The edge that points up while the machine is used as a laptop.
    public var laptopOrientation = UpperEdge.top

    /// An edge of the panel as it is mounted.
    public enum UpperEdge: String, Sendable, Hashable, CaseIterable {
      /// The panel is upright.
      case top = "top-up"
      /// It is turned clockwise.
      case left = "left-up"
      /// It is turned counter-clockwise.
      case right = "right-up"
      /// It is upside down.
      case bottom = "bottom-up"
    }
  }

  /// The section `[default]`.
  public struct DefaultApplicationSettings: Sendable, Hashable {
    /// The orientations that the panel may take while nobody is in front; never empty.
    public var supported = InterfaceOrientationMask.all
    /// All four orientations, the one that is taken first where several are allowed first.
    public var fallbackOrder: [InterfaceOrientation] = [
      .portrait, .landscapeRight, .landscapeLeft, .portraitUpsideDown,
    ]
  }

  /// The section `[access]`.
  public struct AccessSettings: Sendable, Hashable {
    /// The name or number of the group whose members count as active where there is no logind.
    public var group = "plumb"
  }

  /// The section `[limits]`.
  public struct LimitSettings: Sendable, Hashable {
    /// The longest message in bytes, its final NUL not counted.
    public var messageSize = 262_144
    /// Connections in all.
    public var connections = 4096
    /// Connections of one user, root exempt.
    public var connectionsPerUser = 256
    /// Windows of one client.
    public var windowsPerClient = 256
    /// Windows, and applications, of all clients of one user, root exempt.
    public var windowsPerUser = 1024
    /// Levels of one window's controller tree.
    public var treeDepth = 64
    /// Controllers of one window's tree.
    public var controllers = 1024
    /// Seconds after which a connection with a half-sent message is closed.
    public var halfMessageTimeout = 10.0
  }

  /// The section `[socket]`.
  public struct SocketSettings: Sendable, Hashable {
    /// The absolute path of the Unix socket, at most 107 bytes (`sun_path` without its NUL, unix(7)).
    public var path = "/run/plumbd/plumbd.sock"
  }

  /// The section `[bus]`.
  public struct BusSettings: Sendable, Hashable {
    /// Whether net.hadess.SensorProxy is answered.
    public var sensorProxy = false
    /// Which orientation is published there.
    public var publish = Publishing.auto

    /// An orientation to publish.
    public enum Publishing: String, Sendable, Hashable, CaseIterable {
      /// The approved one while an application is registered or the lock is on, else the device's.
      case auto
      /// How the device is held, as iio-sensor-proxy does.
      case raw
      /// How the interface is shown, after masks and lock.
      case approved
    }
  }

  /// The section `[log]`.
  public struct LogSettings: Sendable, Hashable {
    /// What is logged at least, in the order of urgency.
    public enum Level: String, Sendable, Hashable, CaseIterable {
      /// Something is broken.
      case error
      /// Something is wrong, and plumbd has found a way round.
      case warning
      /// Something unusual that is in order.
      case notice
      /// The events of a normal day.
      case info
      /// For those who look for a fault.
      case debug

      /// The priority of syslog(3) and journald, 3 (error) to 7 (debug).
      public var priority: Int {
        switch self {
        case .error: 3
        case .warning: 4
        case .notice: 5
        case .info: 6
        case .debug: 7
        }
      }
    }

    /// The least urgent level that is still logged.
    public var level = Level.info
  }

  /// The section `[state]`.
  public struct StateSettings: Sendable, Hashable {
    /// The absolute path of the directory; nil: `$STATE_DIRECTORY`, else /var/lib/plumbd.
    public var directory: String?
  }
}

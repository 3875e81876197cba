import Glibc
import TestSupport

/// iio-sensor-proxy, as Debian has it, on a bus of its own.
enum SensorProxy {
  private static let path = "/usr/sbin/iio-sensor-proxy"

  static let isThere = access(path, X_OK) == 0 && access("/usr/bin/dbus-daemon", X_OK) == 0

  private static let busConfiguration = """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
      "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>system</type>
      <listen>unix:path=PATH</listen>
      <auth>EXTERNAL</auth>
      <policy context="default">
        <allow user="*"/>
        <allow own="*"/>
        <allow send_destination="*"/>
        <allow receive_type="method_call"/>
        <allow receive_type="method_return"/>
        <allow receive_type="error"/>
        <allow receive_type="signal"/>
      </policy>
    </busconfig>
    """

  /// Its memory on a mocked sensor when one client has heard the first orientation.
  static func memory(_ device: Peers.Device) throws -> Memory {
    let folder = try TemporaryFolder()
    let configuration = try folder.write(
      busConfiguration.replacing("PATH", with: folder.file("bus")), to: "bus.conf")
    let bus = try Program("/usr/bin/dbus-daemon", ["--config-file=\(configuration)", "--nofork", "--nopidfile"])
    let address = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(folder.file("bus"))"]
    let deadline = Deadline()
    while access(folder.file("bus"), F_OK) != 0 {
      try require(!deadline.isOver && !bus.hasEnded, "no bus: \(bus.standardError)")
      usleep(10_000)
    }
    let sensors = try device.play()
    let proxy = try Program(path, environment: sensors.environment.merging(address) { own, _ in own })
    let client = try Program("/usr/bin/monitor-sensor", environment: address)
    try client.waitForOutput("orientation") { $0.contains("orientation changed: normal") }
    defer { for program in [client, proxy, bus] { program.terminate() } }
    return Memory(of: proxy.pid)
  }
}

import CLinux
import Glibc
import TestSupport

/// plumbd and iio-sensor-proxy on the same mocked sensors: how soon they are ready, and the memory that they take.
enum Peers {
  static func print() throws {
    heading("Start-up: from exec to READY=1, median of \(starts) starts")
    let own = try startTime { try Ready("plumbd", ["--mock"]) }
    let reference = try startTime { try Ready("/usr/bin/systemd-notify", ["--ready"]) }
    table(
      ["program", "ready", "ratio"],
      [
        ["systemd-notify --ready: C, says it and ends", milliseconds(reference), "1.00"],
        ["plumbd --mock: listens and serves", milliseconds(own), decimal(own / reference, 2)],
      ])

    heading("Memory with one subscriber, on sensors that umockdev plays")
    guard Testbed.isThere else { return Swift.print("Left out: umockdev is not installed.") }
    var rows: [[String]] = []
    for device in Device.allCases {
      let own = try ownMemory(device)
      rows.append(["plumbd, \(device)"] + own.cells(relativeTo: own))
      if SensorProxy.isThere {
        rows.append(["iio-sensor-proxy, \(device)"] + (try SensorProxy.memory(device)).cells(relativeTo: own))
      }
    }
    table(["program, sensor", "private dirty", "resident", "threads", "ratio to plumbd"], rows)
    if !SensorProxy.isThere {
      Swift.print("iio-sensor-proxy and dbus-daemon are not installed: no peer to compare with.")
    }
  }

  private static let starts = 21

  /// A sensor that umockdev plays, held upright.
  enum Device: CaseIterable {
    case buffered, polled

    func play() throws -> Testbed {
      let sensors = try Testbed("accel-\(self).umockdev")
      // A polled one's attributes say so by themselves.
      if self == .buffered { try sensors.command("stream 25 0000000000fcffff000000000000000000002a36fe9c9717") }
      return sensors
    }
  }

  private static func startTime(_ start: () throws -> Ready) throws -> Double {
    quantile(0.5, of: try (0..<starts).map { _ in try start().seconds })
  }

  private static func milliseconds(_ seconds: Double) -> String { "\(decimal(seconds * 1000, 1)) ms" }

  private static func ownMemory(_ device: Device) throws -> Memory {
    let sensors = try device.play()
    let daemon = try TestDaemon([], environment: sensors.environment)
    let subscriber = try daemon.monitor()
    try subscriber.state { $0["device"]?.text == "portrait" }
    return Memory(of: daemon.program.pid)
  }
}

/// The memory of a process at one time.
struct Memory {
  let own: Int
  let resident: Int
  let threads: Int

  init(of pid: Int32) {
    own = Process.ownMemory(of: pid)
    resident = Process.residentMemory(of: pid)
    threads = Process.threads(of: pid)
  }

  func cells(relativeTo other: Memory) -> [String] {
    ["\(own) kB", "\(resident) kB", "\(threads)", decimal(Double(own) / Double(max(other.own, 1)), 2)]
  }
}

/// A program started until it was ready.
private struct Ready {
  let seconds: Double

  init(_ name: String, _ words: [String]) throws {
    let folder = try TemporaryFolder()
    let notify = try NotifySocket(folder.file("notify"))
    let options = name == "plumbd" ? ["--socket", folder.file("socket"), "--config", "/dev/null"] : []
    let start = ContinuousClock.now
    let program = try Program(
      name, words + options, environment: ["NOTIFY_SOCKET": notify.path, "STATE_DIRECTORY": folder.path])
    try notify.wait(for: "READY=1", of: program)
    seconds = (ContinuousClock.now - start) / .seconds(1)
    program.terminate()
  }
}

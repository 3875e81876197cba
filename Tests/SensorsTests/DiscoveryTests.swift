import EventLoop
import Glibc
import TestSupport
import Testing

@testable import Sensors

/// Which device is found and used, through the real libiio and udev.
@Suite(.serialized, .enabled(if: Testbed.isThere, "needs umockdev and python3")) struct DiscoveryTests {
  func accelerometer(
    _ number: Int, location: String? = nil, label: String? = nil, y: Int = -1024, properties: [String: String] = [:]
  ) -> String {
    var description = DeviceDescription(number: number, name: "cros-ec-accel", properties: properties)
      .with(["in_accel_y_raw": "\(y)"])
    description.attributes["location"] = location
    description.attributes["label"] = label
    return description.text
  }

  @Test func aSensorThatComesLateIsUsedAndMayGoAndReturn() throws {
    let testbed = try Testbed()
    let probe = try testbed.probe()
    #expect(probe.next("notice")?.words == "there is no accelerometer")
    for _ in 0..<3 {
      try testbed.load("accel-polled.umockdev")
      #expect(probe.next("appeared") != nil)
      #expect(probe.sample(near: [0, -9.807, 0]) != nil)
      try testbed.command("rm")
      #expect(probe.next("lost")?.words == "the sensor was removed")
    }
    #expect(probe.process.terminate() == 0)
  }

  @Test(arguments: [(0, 1), (1, 0)]) func theLidIsUsedWhateverItsNumber(base: Int, lid: Int) throws {
    let testbed = try Testbed(
      accelerometer(base, location: "base", y: 500), accelerometer(lid, location: "lid"))
    let probe = try testbed.probe()
    let appeared = try #require(probe.next("appeared")?.description)
    #expect(appeared.identifier == "iio:device\(lid)")
    #expect(appeared.location == "display")
    #expect(probe.sample(near: [0, -9.807, 0]) != nil)
    #expect(probe.sensors().first { !$0.used }?.reason.contains("base") == true)
  }

  @Test func labelsAndUdevSayWhereASensorIs() throws {
    let testbed = try Testbed(
      accelerometer(0, label: "accel-base"), accelerometer(1, label: "accel-display"),
      accelerometer(2, properties: ["ACCEL_LOCATION": "base"]))
    let probe = try testbed.probe()
    #expect(probe.next("appeared")?.description?.identifier == "iio:device1")
    let sources = Set(probe.sensors().map(\.locationFrom))
    #expect(sources == ["label", "ACCEL_LOCATION"])
  }

  @Test func aBaseSensorAloneTurnsNothing() throws {
    let testbed = try Testbed(accelerometer(0, location: "base"))
    let probe = try testbed.probe()
    #expect(probe.next("notice")?.words?.contains("no accelerometer in the display") == true)
    #expect(probe.sensors().map(\.used) == [false])
  }

  @Test func ofTwoThatNobodyPlacesTheConfiguredOneIsUsed() throws {
    let testbed = try Testbed(accelerometer(0, y: 500), accelerometer(1))
    let undecided = try testbed.probe()
    #expect(undecided.next("notice")?.words?.contains("name one in the configuration") == true)
    #expect(undecided.process.terminate() == 0)
    let decided = try testbed.probe("--device", "iio:device1")
    #expect(decided.next("appeared")?.description?.identifier == "iio:device1")
    #expect(decided.sample(near: [0, -9.807, 0]) != nil)
  }

  @Test func udevMayChangeItsMind() throws {
    let testbed = try Testbed(accelerometer(0))
    let probe = try testbed.probe()
    #expect(probe.sample(near: [0, -9.807, 0]) != nil)
    try testbed.command("prop ACCEL_MOUNT_MATRIX 0, -1, 0; 1, 0, 0; 0, 0, 1")
    try testbed.command("uevent change")
    #expect(probe.sample(near: [9.807, 0, 0]) != nil)
    #expect(probe.sensors().first?.matrixFrom == "ACCEL_MOUNT_MATRIX")
    try testbed.command("prop ACCEL_LOCATION base")
    try testbed.command("uevent change")
    #expect(probe.next("lost") != nil)
  }

  @Test(arguments: ["in_accel_mount_matrix", "mount_matrix", "in_mount_matrix"])
  func theMatrixIsFoundInEveryAttribute(name: String) throws {
    let testbed = try Testbed(DeviceDescription().with([name: "0, -1, 0; 1, 0, 0; 0, 0, 1"]).text)
    let probe = try testbed.probe()
    #expect(probe.next("appeared")?.description?.matrixFrom == name)
    #expect(probe.sample(near: [9.807, 0, 0]) != nil)
  }

  @Test func aBadMatrixIsAFaultAndTheNextSourceIsUsed() throws {
    let testbed = try Testbed(
      DeviceDescription(properties: ["ACCEL_MOUNT_MATRIX": "0, -1, 0; 1, 0, 0; 0, 0, 0"])
        .with(["in_mount_matrix": "0, -1, 0; 1, 0, 0; 0, 0, 1"]).text)
    let probe = try testbed.probe()
    let sensor = try #require(probe.next("appeared")?.description)
    #expect(sensor.matrixFrom == "in_mount_matrix")
    #expect(sensor.faults.contains { $0.contains("row z") })
  }

  @Test(arguments: ["xml:/nowhere", "ip:127.0.0.1", "nonsense:"]) func aContextThatCannotBeOpenedIsReported(uri: String)
    throws
  {
    let testbed = try Testbed()
    let probe = try testbed.probe("--uri", uri)
    #expect(probe.next("notice")?.words?.contains(uri) == true)
    #expect(probe.process.terminate() == 0)
  }

  @Test func whoHoldsADeviceIsFoundByItsOpenFiles() throws {
    let file = "/tmp/plumbd-holder-\(getpid())"
    let child = try Program("/bin/sh", ["-c", "exec 3>\(file); echo ready; read line"])
    defer { unlink(file) }
    #expect(child.nextLine() == "ready")
    let holder = try #require(DeviceHolder.find(node: file))
    #expect(holder.process == child.pid)
    #expect(holder.name == "sh")
    #expect(DeviceHolder.find(node: file + "-not") == nil)
    let failure = SensorFailure.held(
      node: "/dev/iio:device0", holder: DeviceHolder(name: "iio-sensor-proxy", process: 7))
    #expect(failure.description.contains("iio-sensor-proxy (pid 7)"))
    #expect(failure.description.contains("systemctl"))
  }

  @Test func whoKeepsItsFilesHiddenIsPresumedByItsName() throws {
    let folder = "/tmp/plumbd-reader-\(getpid())"
    let program = folder + "/iio_readdev"
    try #require(mkdir(folder, 0o700) == 0 && symlink("/bin/sh", program) == 0)
    defer {
      unlink(program)
      rmdir(folder)
    }
    let reader = try Program(program, ["-c", "echo ready; read line"])
    let other = try Program("/bin/sh", ["-c", "echo ready; read line"])
    #expect(reader.nextLine() == "ready" && other.nextLine() == "ready")
    let holder = try #require(DeviceHolder.presumed(among: [other.pid, reader.pid]))
    #expect(holder == DeviceHolder(name: "iio_readdev", process: reader.pid, isPresumed: true))
    #expect(DeviceHolder.presumed(among: [other.pid]) == nil)
    let failure = SensorFailure.held(node: "/dev/iio:device0", holder: holder)
    #expect(failure.description.contains("presumably iio_readdev (pid \(reader.pid))"))
  }
}

import FoundationEssentials
import Glibc

/// IIO and input devices made of files (umockdev), which a program started with `environment` takes for real.
@MainActor public final class Testbed {
  private nonisolated static let rig = Program.packageFolder + "/Tests/Rig/umockdev/"

  /// Whether this machine can make such devices.
  public nonisolated static let isThere =
    access("/usr/bin/umockdev-wrapper", X_OK) == 0 && access("/usr/bin/python3", X_OK) == 0

  /// Where the devices are, for a program that is to see them in place of the machine's own.
  public let environment: [String: String]

  private let devices: Program
  private let folder: TemporaryFolder

  /// Makes the devices of descriptions: names of files of the rig, or descriptions themselves.
  public init(_ descriptions: String...) throws {
    folder = try TemporaryFolder()
    // Its files are made in the folder, so that they are gone with it however the devices end.
    devices = try Program(
      "/usr/bin/umockdev-wrapper", ["/usr/bin/python3", Self.rig + "mockiio.py"],
      environment: ["TMPDIR": folder.path])
    let first = try require(devices.nextLine(), "no devices: \(devices.standardError)")
    environment = [
      "UMOCKDEV_DIR": String(first.dropFirst("UMOCKDEV_DIR=".count)), "LD_PRELOAD": "libumockdev-preload.so.0",
    ]
    for description in descriptions { try load(description) }
  }

  isolated deinit {
    // It removes its files at its end.
    devices.send(line: "quit")
    _ = try? devices.waitForEnd()
  }

  /// Adds the devices of a description, or of a file of the rig that has one.
  public func load(_ description: String) throws {
    let isText = description.contains("\n")
    try command("load " + (isText ? folder.write(description, to: "description") : Self.rig + description))
  }

  /// Answers a device's ioctls as a file of the rig says.
  public func answerIoctls(_ name: String) throws { try command("ioctl " + Self.rig + name) }

  /// A command to the devices (see the head of mockiio.py); what it printed before its ok.
  @discardableResult
  public func command(_ line: String) throws -> String {
    devices.send(line: line)
    var answer = ""
    while let line = devices.nextLine() {
      if line == "ok" { return answer }
      try require(!line.hasPrefix("err"), line)
      answer = line
    }
    throw Failure("the devices are gone: \(devices.standardError)")
  }

  /// The value of an attribute of the current device.
  public func attribute(_ name: String) throws -> String { try command("get \(name)") }
}

import EventLoop
import FoundationEssentials
import Glibc
import Testing

/// IIO devices made of files, and the probe that looks at them with the real room and the real libiio.
final class Testbed {
  private static let rig = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Rig/umockdev")

  /// Whether this machine can make such devices.
  nonisolated static let isThere =
    access("/usr/bin/umockdev-wrapper", X_OK) == 0 && access("/usr/bin/python3", X_OK) == 0

  private let devices: ChildProcess
  private let folder: String
  private var files: [String] = []

  /// Makes the devices of descriptions: names of files of the rig, or descriptions themselves.
  init(_ descriptions: String...) throws {
    let script = Self.rig.appending(path: "mockiio.py").path
    devices = try ChildProcess(["umockdev-wrapper", "/usr/bin/python3", script])
    let first = try #require(devices.readLine())
    folder = String(first.dropFirst("UMOCKDEV_DIR=".count))
    for description in descriptions { try load(description) }
  }

  isolated deinit {
    devices.send("quit")
    _ = devices.readLine(limit: 5)
    for file in files { unlink(file) }
  }

  /// Adds the devices of a description, or of a file of the rig that has one.
  func load(_ description: String) throws {
    var path = Self.rig.appending(path: description).path
    if description.contains("\n") {
      path = folder + ".description"
      try Data(description.utf8).write(to: URL(filePath: path))
      files.append(path)
    }
    try command("load \(path)")
  }

  /// A command to the devices; what it printed before its ok.
  @discardableResult
  func command(_ line: String) throws -> String {
    devices.send(line)
    var answer = ""
    while let line = devices.readLine() {
      if line == "ok" { return answer }
      try #require(!line.hasPrefix("err"), "\(line)")
      answer = line
    }
    Issue.record("the devices are gone")
    return answer
  }

  /// The value of an attribute of the current device.
  func attribute(_ name: String) throws -> String { try command("get \(name)") }

  /// Runs the probe on these devices.
  func probe(_ arguments: String...) throws -> Probe {
    let binary = URL(filePath: try #require(executablePath())).deletingLastPathComponent().appending(
      path: "sensor-probe")
    return Probe(
      try ChildProcess(
        [binary.path] + arguments,
        environment: ["UMOCKDEV_DIR": folder, "LD_PRELOAD": "libumockdev-preload.so.0"]))
  }

  private func executablePath() -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    return length > 0 ? String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }
}

/// The probe at work: what it has said, and what it says next.
final class Probe {
  struct Line: Decodable {
    var event: String
    var t: Double?
    var a: [Double]?
    var sensor: [Double]?
    var words: String?
    var description: Sensor?
    var sensors: [Sensor]?
  }

  struct Sensor: Decodable {
    var name: String
    var identifier: String
    var location: String
    var locationFrom: String
    var matrix: String
    var matrixFrom: String
    var scale: [Double]?
    var scaleFrom: String?
    var rate: Double?
    var mode: String
    var used: Bool
    var reason: String
    var faults: [String]
  }

  let process: ChildProcess
  private(set) var lines: [Line] = []

  init(_ process: ChildProcess) { self.process = process }

  /// The next line that meets a condition; nil where the probe ends, or says nothing of the kind for long.
  func next(limit: Double = 20, where condition: (Line) -> Bool = { _ in true }) -> Line? {
    let deadline = EventLoop.now + limit
    while EventLoop.now < deadline, let text = process.readLine(limit: deadline - EventLoop.now) {
      guard let line = try? JSONDecoder().decode(Line.self, from: Data(text.utf8)) else { continue }
      lines.append(line)
      if condition(line) { return line }
    }
    return nil
  }

  /// The next line of a kind.
  func next(_ event: String) -> Line? { next { $0.event == event } }

  /// The next sample that is as near as counts get to a vector in the device frame.
  func sample(near expected: [Double]) -> Line? {
    next { line in
      guard line.event == "sample", let a = line.a, a.count == 3 else { return false }
      return zip(a, expected).allSatisfy { abs($0 - $1) < 0.01 }
    }
  }

  /// What it knows of every sensor now.
  func sensors() -> [Sensor] {
    process.send("sensors")
    return next("sensors")?.sensors ?? []
  }
}

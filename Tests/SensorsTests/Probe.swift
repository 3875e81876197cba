import EventLoop
import FoundationEssentials
import TestSupport

extension Testbed {
  /// Runs the probe, which looks with the real room and the real libiio, on these devices.
  func probe(_ arguments: String...) throws -> Probe {
    Probe(try Program("sensor-probe", arguments, environment: environment))
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

  let process: Program
  private(set) var lines: [Line] = []

  init(_ process: Program) { self.process = process }

  /// The next line that meets a condition; nil where the probe ends, or says nothing of the kind for long.
  func next(limit: Double = 20, where condition: (Line) -> Bool = { _ in true }) -> Line? {
    let deadline = EventLoop.now + limit
    while EventLoop.now < deadline, let text = process.nextLine(within: deadline - EventLoop.now) {
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
    process.send(line: "sensors")
    return next("sensors")?.sensors ?? []
  }
}

// Prints what every accelerometer of this machine is and what the chosen one measures, one JSON object a line.
//
// Each line of its standard input is a wish: `sensors`, `stop`, `start`,
// `every sample` (at rest too). It ends with that input, or on SIGINT or
// SIGTERM, and leaves the device as it found it.

import CLinux
import Console
import EventLoop
import Glibc
import Sensors

let command = Command(
  "sensor-probe", summary: "Prints what accelerometers are and measure, one JSON object a line.",
  options: [
    .init("uri", value: "URI", help: "The libiio context; local: where absent."),
    .init("device", value: "NAME", help: "The accelerometer; the one beside the display where absent."),
    .init("mode", value: "MODE", help: "auto (by default), buffered or polled."),
    .init("rate", value: "HZ", help: "Samples a second, a number above 0."),
  ])

var settings = SensorSettings()
do {
  let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()), for: command)
  if arguments.has("help") {
    try TextOutput.standardOutput.write(command.help)
    exit(0)
  }
  if let uri = arguments["uri"] { settings.uri = uri }
  if let device = arguments["device"] { settings.device = device }
  if let word = arguments["mode"] {
    guard let mode = SensorSettings.ReadingMode(rawValue: word) else {
      throw Arguments.UsageError("--mode is '\(word)' and may be auto, buffered or polled", command: command)
    }
    settings.mode = mode
  }
  if let word = arguments["rate"] {
    guard let rate = Double(word), rate.isFinite, rate > 0 else {
      throw Arguments.UsageError("--rate is '\(word)' and must be a number above 0", command: command)
    }
    settings.rate = rate
  }
} catch {
  try? TextOutput.standardError.write("\(error)\n")
  exit(2)
}

let loop = try EventLoop()
var report = EventReport()
var source: IIOAccelerometerSource?
let signals = try [SIGINT, SIGTERM].map { try loop.addSignal($0) { loop.exit() } }
let input = try? loop.addDescriptor(STDIN_FILENO) { _ in
  var bytes = [UInt8](repeating: 0, count: 256)
  let count = read(STDIN_FILENO, &bytes, bytes.count)
  guard count > 0 else { return loop.exit() }
  for line in String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n") {
    switch line {
    case "stop": source?.stop()
    case "start": source?.start()
    case "every sample": source?.wantEverySample(true)
    default: report.sensors(source?.sensors ?? [])
    }
  }
}
let accelerometers = try IIOAccelerometerSource(loop: loop, settings: settings) { report.event($0) }
source = accelerometers
accelerometers.start()
let status = try loop.run()
accelerometers.close()
withExtendedLifetime((signals, input)) { exit(status) }

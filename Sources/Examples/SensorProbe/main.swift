// Prints what every accelerometer of this machine is and what the chosen one measures, one JSON object a line.
//
//     sensor-probe [--uri URI] [--device NAME] [--mode auto|buffered|polled] [--rate HZ]
//
// Each line of its standard input is a wish: `sensors`, `stop`, `start`,
// `every sample` (at rest too). It ends with that input, or on SIGINT or
// SIGTERM, and leaves the device as it found it.

import CLinux
import EventLoop
import Glibc
import Sensors

var settings = SensorSettings()
var arguments = CommandLine.arguments.dropFirst()
while let option = arguments.popFirst() {
  switch (option, arguments.popFirst()) {
  case ("--uri", let value?): settings.uri = value
  case ("--device", let value?): settings.device = value
  case ("--mode", let value?): settings.mode = SensorSettings.ReadingMode(rawValue: value) ?? .auto
  case ("--rate", let value?): settings.rate = Double(value) ?? settings.rate
  default:
    print("usage: sensor-probe [--uri URI] [--device NAME] [--mode auto|buffered|polled] [--rate HZ]")
    exit(2)
  }
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

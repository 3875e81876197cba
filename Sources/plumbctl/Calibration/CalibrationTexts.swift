import Configuration
import Orientation

/// What a calibration is good for: the lines for each file that can hold them.
nonisolated struct CalibrationTexts {
  let calibration: Calibration
  let sensorName: String
  /// The modalias of the device that the sensor hangs on; nil where it is none of this machine.
  let sensorModalias: String?
  let machine: MachineIdentity

  /// The section for plumbd.conf.
  var configuration: [String] {
    // Without the blank before a semicolon that would begin a comment.
    ["[sensor]", "mount-matrix = \(calibration.matrix.text)", "polarity = \(calibration.polarity.rawValue)"]
  }

  /// A file for quirks.d.
  var quirk: [String] {
    var lines = ["[\(sectionName)]"]
    if let pattern = machine.dmiPattern {
      lines.append("dmi = \(pattern)")
    } else if let compatible = machine.compatible.first {
      lines.append("device-tree = \(compatible)")
    }
    lines.append("sensor = \(MachineIdentity.literal(sensorName))")
    return lines + configuration.dropFirst()
  }

  /// Whether anything tells this machine, or its sensor, from others in systemd's hardware database.
  var isKnownToDatabase: Bool { sensorModalias != nil || machine.dmi != nil }

  /// The entry for systemd's hardware database, `60-sensor.hwdb`; a form to fill in where nothing is known.
  ///
  /// It takes gravity for the polarity. The key is what `60-sensor.rules` asks for: the sensor's modalias, then DMI's.
  var hardwareDatabase: [String] {
    let sensor = sensorModalias.map(Self.pattern) ?? (isKnownToDatabase ? "*" : "MODALIAS")
    let key = "sensor:modalias:\(sensor)" + (machine.dmiPattern.map { ":" + $0 } ?? ":*")
    return [key, " ACCEL_MOUNT_MATRIX=\(calibration.gravityMatrix.text)"]
  }

  /// An ACPI device is known by its first id, every other one by its whole modalias.
  private static func pattern(_ modalias: String) -> String {
    let parts = modalias.split(separator: ":", omittingEmptySubsequences: false)
    if parts.first == "acpi", parts.count > 1 { return "acpi:\(MachineIdentity.literal(parts[1]))*" }
    return MachineIdentity.literal(modalias) + "*"
  }

  private var sectionName: String {
    let parts = (machine.dmi ?? "").split(separator: ":")
    let names = ["svn", "pn"].compactMap { key in parts.first { $0.hasPrefix(key) }?.dropFirst(key.count) }
    let words = names.isEmpty ? machine.compatible.first ?? "this machine" : names.joined(separator: " ")
    // libinih takes 49 bytes, and a bracket or a semicolon would end the name.
    var name = ""
    for character in words where !"[];".contains(character) && !character.isNewline {
      guard name.utf8.count + String(character).utf8.count <= 49 else { break }
      name.append(character)
    }
    return name.isEmpty ? "this machine" : name
  }
}

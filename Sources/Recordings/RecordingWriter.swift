import Orientation

/// Writes the lines of a recording, without their line feeds.
///
///     let line = RecordingWriter.line(.sample(sample))
///
/// Samples are written as they are given: in the frame and polarity that the header states.
public enum RecordingWriter {
  /// The header's line.
  ///
  /// Nil where one of its numbers is not finite, which JSON cannot express.
  public static func line(_ header: RecordingHeader) -> String? {
    let numbers = [header.rate] + (header.matrix ?? []) + (header.scale ?? [])
    guard numbers.allSatisfy(\.isFinite) else { return nil }
    var fields = [
      "\"plumb-recording\":\(RecordingHeader.version)",
      "\"name\":\(quoted(header.name))",
      "\"unit\":\(quoted(RecordingHeader.unit))",
      "\"polarity\":\(quoted(header.polarity.rawValue))",
      "\"rate\":\(header.rate)",
    ]
    if let device = header.device { fields.append("\"device\":\(quoted(device))") }
    if let matrix = header.matrix { fields.append("\"matrix\":\(list(matrix))") }
    if let scale = header.scale {
      fields.append("\"scale\":" + (scale.count == 1 ? "\(scale[0])" : list(scale)))
    }
    if let location = header.location { fields.append("\"location\":\(quoted(location))") }
    return "{" + fields.joined(separator: ",") + "}"
  }

  /// A sample's or an event's line.
  ///
  /// Nil where one of its numbers is not finite, which JSON cannot express.
  public static func line(_ entry: RecordingEntry) -> String? {
    guard entry.time.isFinite else { return nil }
    switch entry {
    case .event(let event, let time): return "{\"t\":\(time),\"event\":\(quoted(event.rawValue))}"
    case .sample(let sample):
      let a = sample.acceleration
      guard a.isFinite else { return nil }
      return "{\"t\":\(sample.time),\"a\":\(list([a.x, a.y, a.z]))}"
    }
  }

  private static func list(_ numbers: [Double]) -> String {
    "[" + numbers.map(String.init(describing:)).joined(separator: ",") + "]"
  }

  /// A text as a JSON string, its quotation marks included.
  public static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\u{00}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

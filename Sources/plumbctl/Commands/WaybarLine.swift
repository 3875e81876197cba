import JSON
import Orientation
import PlumbInterface
import Varlink

/// A state as Waybar's custom modules take it: one JSON object a line.
struct WaybarLine: Encodable {
  /// What the bar shows where its configuration does not say otherwise.
  var text: String
  /// Which of the configuration's `format-icons` is meant: the orientation's word, `-locked` behind it while locked.
  var alt: String
  /// What is shown when the pointer rests on it.
  var tooltip: String
  /// CSS classes.
  var `class`: [String]

  /// The line for a state.
  init(_ state: RotationState) {
    let word = state.interface.word
    text = word
    alt = state.locked == nil ? word : word + "-locked"
    var tooltip = [state.deviceWords]
    if let locked = state.locked { tooltip.append("locked in \(locked.word)") }
    if !state.sensor.available {
      tooltip.append("no sensor")
    } else if state.sensor.stale {
      tooltip.append("silent sensor")
    }
    if let foreground = state.foreground { tooltip.append(foreground.application) }
    self.tooltip = Self.markup(tooltip.joined(separator: " — ").visible())
    self.class = [word, state.locked == nil ? "unlocked" : "locked"]
    if !state.sensor.available { self.class.append("no-sensor") }
  }

  /// The line while the daemon is not there: nothing is shown.
  static let absent = WaybarLine(absence: "plumbd is not there")

  private init(absence words: String) {
    text = ""
    alt = "absent"
    tooltip = words
    self.class = ["absent"]
  }

  /// The line as it is printed.
  var json: String { (try? EncodedParameters(self))?.description ?? "{}" }

  /// Text as Pango's markup, which Waybar takes it for.
  private static func markup(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
  }
}

/// What can be known of an accelerometer without a reading of it: the ground of every rule of this folder.
nonisolated struct AccelerometerFacts: Sendable, Hashable {
  /// How a buffer of the device can be filled.
  enum Trigger: Sendable, Hashable {
    /// There is none that belongs to it.
    case none
    /// It has one already.
    case current(String)
    /// One of its own is there and has to be set.
    case available(String)
  }

  /// The kernel's number of the moment, `iio:device0`.
  var identifier: String
  /// The driver's name.
  var name: String
  /// The firmware's label.
  var label: String?
  /// Attributes by their file names in sysfs, raw values left out: `in_accel_scale`.
  var attributes: [String: String] = [:]
  /// Whether x, y and z can be read one by one.
  var hasRawValues = true
  /// Whether x, y and z can be read from a buffer, in formats that make sense.
  var hasBuffer = false
  /// What fills that buffer.
  var trigger = Trigger.none
  /// Scans that the chip itself keeps and hands over at a watermark; 0 where it keeps none.
  var queueLength = 0
  /// The motion event that it has.
  var motionEvent: MotionEventAttributes?
  /// What udev adds; nil for what is not a local device.
  var udev: UdevFacts?

  /// Whether something fills the buffer: a trigger, or the chip's own queue.
  var hasFilledBuffer: Bool { hasBuffer && (trigger != .none || queueLength > 0) }

  /// A number out of an attribute; nil where it is missing or no finite number.
  func number(_ attribute: String) -> Double? {
    attributes[attribute].flatMap(AttributeText.number)
  }
}

/// How sysfs writes values.
nonisolated enum AttributeText {
  /// The text without blanks and line ends at either side.
  static func trimmed(_ text: String) -> String {
    let isBlank: (Character) -> Bool = { $0.isWhitespace || $0 == "\0" }
    return String(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }

  /// A finite decimal number, whatever the locale.
  static func number(_ text: String) -> Double? {
    Double(trimmed(text)).flatMap { $0.isFinite ? $0 : nil }
  }
}

import CLinux
import EventLoop
import Glibc

/// A device's motion event, and what has to be put back when it is let go.
///
/// Attributes block, so the reader thread opens, arms, disarms and closes; the main loop only reads the descriptor.
nonisolated final class MotionEventSession: @unchecked Sendable {
  let kind: MotionEventAttributes.Kind
  /// Ready when the event has come; only one program has it, so nobody else waits for the device's events.
  let descriptor: Int32

  private let device: IIODevice
  private let attributes: MotionEventAttributes
  private let found: [String: String]
  private var isArmed = false
  private var isOpen = true

  /// The kernel keeps 16 events of 16 bytes.
  private static let eventBytes = 16 * 16

  /// Takes the device's events, which go through `node`: the buffer's descriptor where one is open, nil otherwise.
  /// - Throws: `SensorFailure` where the kernel refuses them, or another program has them.
  init(_ attributes: MotionEventAttributes, of device: IIODevice, node: Int32?) throws(SensorFailure) {
    let path = "/dev/" + device.identifier
    let opened = node ?? plumb_open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0)
    guard opened >= 0 else { throw .system(SystemError("cannot open \(path)", code: errno)) }
    descriptor = plumb_iio_event_descriptor(opened)
    let code = errno
    // The node is free for others again: events have a descriptor of their own.
    if node == nil { Glibc.close(opened) }
    guard descriptor >= 0 else {
      throw .system(SystemError("cannot wait for events of \(device.identifier)", code: code))
    }
    kind = attributes.kind
    self.device = device
    self.attributes = attributes
    var found: [String: String] = [:]
    for value in attributes.values { found[value.attribute] = try? device.readFile(value.attribute) }
    self.found = found
    // What a program that was killed has left on would refuse new values, and would be heard by nobody.
    disarm(attributes.enable.filter { (try? device.readFile($0)) == "1" })
  }

  deinit { close() }

  /// Lets the device speak from a change of `threshold` m/s² on; `scale` is m/s² a count for x, y and z.
  /// - Throws: `SensorFailure` where the kernel refuses the threshold or a switch; the event is off then.
  func arm(threshold: Double, scale: [Double]) throws(SensorFailure) {
    guard isOpen else { return }
    // An event that came while nobody waited for it is none of what rests now.
    _ = drain()
    for value in attributes.values where value.axis < scale.count && scale[value.axis] > 0 {
      guard let counts = Int(exactly: max(1, (threshold / scale[value.axis]).rounded())) else { continue }
      try device.write(value.attribute, "\(counts)")
    }
    isArmed = true
    do throws(SensorFailure) {
      for attribute in attributes.enable { try device.write(attribute, "1") }
    } catch {
      // With some of the axes alone it would miss turns.
      disarm()
      throw error
    }
  }

  /// Switches the event off.
  func disarm() {
    guard isArmed else { return }
    isArmed = false
    disarm(attributes.enable)
  }

  private func disarm(_ switches: [String]) {
    for attribute in switches { try? device.write(attribute, "0") }
  }

  /// Whether events have come; nil where the descriptor is of no use any more.
  func drain() -> Bool? {
    var bytes = [UInt8](repeating: 0, count: Self.eventBytes)
    var hasCome = false
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      if count > 0 {
        hasCome = true
      } else if count < 0, errno == EINTR {
        continue
      } else {
        return count < 0 && errno == EAGAIN ? hasCome : nil
      }
    }
  }

  /// Switches the event off and puts back what was found; a second call does nothing.
  func close() {
    guard isOpen else { return }
    isOpen = false
    disarm()
    for (attribute, value) in found where (try? device.readFile(attribute)) != value {
      try? device.write(attribute, value)
    }
    Glibc.close(descriptor)
  }
}

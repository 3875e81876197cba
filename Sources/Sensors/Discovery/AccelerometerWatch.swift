public import EventLoop

/// A call whenever an accelerometer may have come or gone, for those who read none.
public final class AccelerometerWatch {
  private var monitors: [UdevMonitor] = []

  /// Listens until it is dropped; where udev cannot be heard, for ever in vain.
  /// - Throws: `SystemError` where the kernel refuses a descriptor.
  public init(loop: EventLoop, handler: @escaping () -> Void) throws(SystemError) {
    let udev = try Udev()
    monitors = [
      try UdevMonitor(loop: loop, udev: udev, subsystem: "iio") { changes in
        if changes.contains(where: { $0.name.hasPrefix("iio:device") }) { handler() }
      },
      try UdevMonitor(loop: loop, udev: udev, subsystem: "input") { changes in
        if changes.contains(where: \.isInputAccelerometer) { handler() }
      },
    ]
  }
}

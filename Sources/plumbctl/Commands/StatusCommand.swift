import PlumbInterface

/// `plumbctl status`.
enum StatusCommand {
  static let entry = ToolCommand(
    group: .looking,
    command: .daemon(
      "status", summary: "Print how things stand now.",
      discussion: """
        How the interface is shown, how the device is held, what caused the last change,
        the sensor, the rotation lock, and the window in front. The angle is W3C's: how
        far the screen is turned counter-clockwise. The transform is wl_output's, the
        word after it iio-sensor-proxy's. With --json: the State of org.plumbd.Rotation.
        """), run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> Int32 {
    let reply = try invocation.call(Rotation.method("Monitor"))
    guard !invocation.json else {
      invocation.line(reply.parameters["state"])
      return ExitStatus.done
    }
    let state = try invocation.decode(Rotation.MonitorReply.self, from: reply).state
    invocation.columns(rows(state))
    return ExitStatus.done
  }

  /// A state in words.
  static func rows(_ state: RotationState) -> [(term: String, text: String)] {
    [
      ("Interface", "\(state.interface.word) (angle \(state.angle), transform \(state.transform), \(state.proxyName))"),
      ("Device", "\(state.device.word): \(state.deviceWords)"),
      ("Because", state.reason.words),
      ("Sensor", state.sensorWords),
      ("Lock", state.locked.map { "on, \($0.word)" } ?? "off"),
      ("In front", state.foreground?.words ?? "nobody"),
    ]
  }
}

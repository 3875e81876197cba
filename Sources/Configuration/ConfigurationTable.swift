extension ConfigurationKey {
  /// Every key there is, in the order in which the keys are documented.
  public static let all: [ConfigurationKey] = [
    .init(
      .sensor, "uri", \.sensor.uri, .contextURI,
      "The libiio context that holds the accelerometer."),
    .init(
      .sensor, "device", \.sensor.device, .auto(or: .device),
      "The accelerometer to use; auto takes the one beside the display."),
    .init(
      .sensor, "mode", \.sensor.mode, .word,
      "How samples are fetched; auto uses the device's buffer if it delivers, else reads value by value."),
    .init(
      .sensor, "rate", \.sensor.rate, .number(1...1000, "Hz"),
      "Samples a second while the device is at rest."),
    .init(
      .sensor, "polarity", \.sensor.polarity, .auto(or: .word),
      "Whether the vector at rest points to the ground (gravity) or away from it (reaction)."),
    .init(
      .sensor, "mount-matrix", \.sensor.mountMatrix, .auto(or: .mountMatrix),
      "How the sensor is mounted, over what udev and the kernel say."),
    .init(
      .sensor, "tablet-mode", \.sensor.tabletMode, .word,
      "Whether the device is followed; auto follows unless switch or hinge say that it is a laptop."),
    .init(
      .estimation, "settle-time", \.estimation.settleTime, .number(0...10, "seconds"),
      "The least time that a new orientation must hold before it counts."),
    .init(
      .estimation, "hysteresis", \.estimation.hysteresis, .number(0...40, "degrees"),
      "How far beyond the diagonal the device must be turned to change."),
    .init(
      .estimation, "tilt-limit", \.estimation.tiltLimit, .number(45...80, "degrees"),
      "How far the screen may lean from the vertical before the device counts as flat."),
    .init(
      .panel, "natural", \.panel.natural, .auto(or: .word),
      "The longer side of the panel as it is mounted; auto asks the display."),
    .init(
      .panel, "portrait-edge", \.panel.portraitEdge, .word,
      "On a landscape panel, the edge that points up in portrait."),
    .init(
      .panel, "offset", \.panel.offset, .quarterTurn,
      "How far the panel is turned in its housing, added to every angle that is published."),
    .init(
      .panel, "laptop-orientation", \.panel.laptopOrientation, .word,
      "The edge of the panel that points up while the machine is used as a laptop."),
    .init(
      .default, "supported", \.defaultApplication.supported, .mask,
      "The orientations that the panel may take while no application is in front."),
    .init(
      .default, "fallback-order", \.defaultApplication.fallbackOrder, .permutation,
      "Which orientation is taken first where nothing else decides between those allowed."),
    .init(
      .access, "group", \.access.group, .group,
      "The group whose members count as the active user where there is no logind."),
    .init(
      .limits, "message-size", \.limits.messageSize, .count(1024...16_777_216, "bytes"),
      "The longest message that a client may send."),
    .init(
      .limits, "connections", \.limits.connections, .count(1...1_000_000, "connections"),
      "Connections at once in all, root's not counted."),
    .init(
      .limits, "connections-per-user", \.limits.connectionsPerUser, .count(1...1_000_000, "connections"),
      "Connections at once of one user, root exempt."),
    .init(
      .limits, "windows-per-client", \.limits.windowsPerClient, .count(1...65_536, "windows"),
      "Windows that one client may register."),
    .init(
      .limits, "windows-per-user", \.limits.windowsPerUser, .count(1...65_536, "windows"),
      "Windows, and applications, that all clients of one user may register, root exempt."),
    .init(
      .limits, "tree-depth", \.limits.treeDepth, .count(1...256, "levels"),
      "Levels of one window's tree of controllers."),
    .init(
      .limits, "controllers", \.limits.controllers, .count(1...65_536, "controllers"),
      "Controllers in one window's tree."),
    .init(
      .limits, "half-message-timeout", \.limits.halfMessageTimeout, .number(0.1...3600, "seconds"),
      "How long a message may stay half sent before its connection is closed."),
    .init(
      .socket, "path", \.socket.path, .socketPath,
      "The Unix socket that clients connect to, where systemd does not hand one over."),
    .init(
      .bus, "sensor-proxy", \.bus.sensorProxy, .yesOrNo,
      "Whether net.hadess.SensorProxy is answered on the system bus, in the place of iio-sensor-proxy."),
    .init(
      .bus, "publish", \.bus.publish, .word,
      "The orientation published there: raw is the device's, approved the interface's after masks and lock."),
    .init(
      .log, "level", \.log.level, .word,
      "The least urgent messages that are still logged."),
    .init(
      .state, "directory", \.state.directory, .auto(or: .absolutePath),
      "Where the rotation lock is kept; auto is $STATE_DIRECTORY, or /var/lib/plumbd."),
  ]
}

import Configuration
import Console

/// The daemon's command line.
struct DaemonOptions {
  static let command = Command(
    "plumbd",
    summary: "Turns accelerometer readings into the one orientation that the application in front can be shown in.",
    options: [
      .init(
        "config", value: "FILE",
        help: "Read FILE and its FILE.d/*.conf instead of /usr/lib/plumbd/plumbd.conf and /etc/plumbd/plumbd.conf."),
      .init("check-config", help: "Read the configuration, say what is wrong with it, and exit."),
      .init("socket", value: "PATH", help: "Listen there instead of on [socket] path."),
      .init("log-level", value: "LEVEL", help: "error, warning, notice, info or debug, instead of [log] level."),
      .init(
        "tablet-mode", value: "MODE",
        help: "auto, always or never: whether the device is followed, instead of [sensor] tablet-mode."),
      .init(
        "mock", help: "Read no device: 'plumbctl mock' says how the device is held. Clients cannot tell the difference."
      ),
      .init("replay", value: "FILE", help: "Read no device: play the recordings in FILE in real time."),
      .init("version", help: "Print the version and exit."),
    ],
    discussion: """
      Without --mock and --replay the accelerometers of the system are used. On SIGHUP
      the configuration is read again; SIGTERM and SIGINT end the daemon.

      Exit status: 0 ended as asked, 1 failed, 2 wrong command line.
      See plumbd(8), plumbd.conf(5), plumbctl(1).
      """)

  /// Where accelerations come from.
  enum Source: Equatable {
    case devices
    case mock
    case recording(String)
  }

  let configurationFile: String?
  let checksConfiguration: Bool
  let socketPath: String?
  let logLevel: Log.Level?
  let tabletMode: Configuration.SensorSettings.TabletMode?
  let source: Source

  init(_ arguments: Arguments) throws(Arguments.UsageError) {
    configurationFile = arguments["config"]
    checksConfiguration = arguments.has("check-config")
    socketPath = arguments["socket"]
    if let word = arguments["log-level"] {
      guard let level = Log.Level(word: word) else {
        throw Arguments.UsageError(
          "--log-level is '\(word)' and may be error, warning, notice, info or debug", command: Self.command)
      }
      logLevel = level
    } else {
      logLevel = nil
    }
    if let word = arguments["tablet-mode"] {
      guard let mode = Configuration.SensorSettings.TabletMode(rawValue: word) else {
        throw Arguments.UsageError(
          "--tablet-mode is '\(word)' and may be auto, always or never", command: Self.command)
      }
      tabletMode = mode
    } else {
      tabletMode = nil
    }
    switch (arguments.has("mock"), arguments["replay"]) {
    case (true, .some):
      throw Arguments.UsageError("--mock and --replay exclude each other", command: Self.command)
    case (true, nil): source = .mock
    case (false, let file?): source = .recording(file)
    case (false, nil): source = .devices
    }
  }

  /// The files that count.
  var files: ConfigurationFiles { configurationFile.map(ConfigurationFiles.init(base:)) ?? .standard }

  /// What the files say that count: the configuration, and the device facts beside it.
  struct Loaded {
    var configuration: LoadedConfiguration
    var quirks: LoadedQuirks
  }

  /// Reads the files that count.
  /// - Throws: everything that is wrong in any of them.
  func load() throws(ConfigurationError) -> Loaded {
    var quirks = LoadedQuirks()
    var issues: [ConfigurationIssue] = []
    do { quirks = try QuirkFiles(beside: files).load() } catch { issues = error.issues }
    let configuration: LoadedConfiguration
    do { configuration = try files.load() } catch { throw ConfigurationError(issues: error.issues + issues) }
    guard issues.isEmpty else { throw ConfigurationError(issues: issues) }
    return Loaded(configuration: configuration, quirks: quirks)
  }
}

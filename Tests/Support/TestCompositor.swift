import CLinux
import FoundationEssentials
import Glibc
public import JSON

/// A compositor without a screen, of the test's own: run as a user without rights, which sway insists on.
public final class TestCompositor {
  /// A compositor that this machine may have.
  public nonisolated enum Kind: Sendable, CustomStringConvertible {
    /// Debian's own sway.
    case sway
    /// One of Debian 13's, as `make compositors` fetches them.
    case debian13(String)
    /// One of the Debian that is always in the making, fetched likewise.
    case unstable(String)

    /// Its name.
    public var description: String {
      switch self {
      case .sway: "sway"
      case .debian13(let name): "Debian 13's \(name)"
      case .unstable(let name): "Debian unstable's \(name)"
      }
    }

    var path: String {
      switch self {
      case .sway: "/usr/bin/sway"
      case .debian13(let name): TestCompositor.cache + "/debian13/" + name
      case .unstable(let name): TestCompositor.cache + "/unstable/" + name
      }
    }

    /// How it is told where its configuration is.
    func words(_ folder: String) -> [String] {
      switch path.split(separator: "/").last {
      case "labwc": ["--config-dir", folder]
      case "phoc": ["--config", folder + "/phoc.ini"]
      case "wayfire": ["--config", folder + "/wayfire.ini"]
      default: ["--config", folder + "/config"]
      }
    }

    var isSway: Bool { path.hasSuffix("/sway") }

    /// Whether this machine has it.
    public var isThere: Bool { access(path, X_OK) == 0 }
  }

  private nonisolated static let cache: String = {
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    let own = variable("XDG_CACHE_HOME") ?? (variable("HOME") ?? "") + "/.cache"
    let caches = geteuid() == 0 ? "/var/cache" : own
    return variable("PLUMB_COMPOSITORS_CACHE") ?? caches + "/plumbd-compositors"
  }()

  /// Who runs it where the tests are run by root.
  private static let user: uid_t = 64999

  /// Its sockets and files are in here.
  public let folder: TemporaryFolder
  /// What it says on standard error is at hand here.
  public private(set) var program: Program
  /// Where clients find it.
  public private(set) var socket = ""
  private let kind: Kind
  private let environment: [String: String]

  /// Starts a compositor with one output, HEADLESS-1, and waits until it takes clients.
  ///
  /// - Parameters:
  ///   - configuration: Lines for sway's configuration.
  ///   - environment: Changes to its environment; with `WLR_BACKENDS=wayland` it is a window of another compositor.
  public init(_ kind: Kind = .sway, configuration: String = "", environment: [String: String] = [:]) throws {
    self.kind = kind
    folder = try TemporaryFolder()
    try folder.write("xwayland disable\n" + configuration + "\n", to: "config")
    try folder.write("[core]\nxwayland=false\n", to: "phoc.ini")
    try folder.write("[core]\nxwayland=false\nplugins=foreign-toplevel\n", to: "wayfire.ini")
    let defaults = [
      "XDG_RUNTIME_DIR": folder.path, "HOME": folder.path, "SWAYSOCK": folder.file("ipc"), "WLR_BACKENDS": "headless",
      "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
      // labwc wants to see an X server, which it never starts here.
      "WLR_XWAYLAND": "/bin/true",
    ]
    self.environment = defaults.merging(environment) { $1 }
    if geteuid() == 0 { chown(folder.path, Self.user, Self.user) }
    program = try Self.start(kind, folder, self.environment)
    try awaitSocket()
  }

  /// The socket of sway's IPC.
  public var ipcSocket: String { folder.file("ipc") }

  /// What a client of it needs in its environment.
  public var clientEnvironment: [String: String] {
    ["XDG_RUNTIME_DIR": folder.path, "WAYLAND_DISPLAY": socket, "SWAYSOCK": ipcSocket, "HOME": folder.path]
  }

  /// Kills it, as a crash does.
  public func kill() throws {
    program.send(signal: SIGKILL)
    try program.waitForEnd()
    for name in Self.files(folder.path) where name.hasPrefix("wayland-") || name == "ipc" { unlink(folder.file(name)) }
  }

  /// Starts it anew after it has ended.
  public func restart() throws {
    program = try Self.start(kind, folder, environment)
    try awaitSocket()
  }

  /// Starts a client of it.
  public func client(_ path: String, _ words: [String] = []) throws -> Program {
    try Program(path, words, environment: clientEnvironment)
  }

  /// Tells sway something; it has to agree.
  @discardableResult
  public func swaymsg(_ words: String...) throws -> JSONValue {
    let (program, ended) = try Program.run("/usr/bin/swaymsg", ["--raw"] + words, environment: clientEnvironment)
    try require(ended.status == 0, "swaymsg \(words): \(program.standardOutput)\(program.standardError)")
    return try JSONValue(parsing: Array(program.standardOutput.utf8))
  }

  /// What sway says of an output, once it has the wanted property.
  @discardableResult
  public func output(_ name: String = "HEADLESS-1", where isWanted: (JSONValue) -> Bool = { _ in true }) throws
    -> JSONValue
  {
    let deadline = Deadline()
    while true {
      let all = try swaymsg("-t", "get_outputs")
      guard case .array(let outputs) = all else { throw Failure("no outputs: \(all)") }
      if let output = outputs.first(where: { $0["name"]?.text == name }), isWanted(output) { return output }
      try require(!deadline.isOver, "the output \(name) is not as wanted: \(outputs)")
    }
  }

  private static func start(_ kind: Kind, _ folder: TemporaryFolder, _ environment: [String: String]) throws -> Program
  {
    var words = [kind.path]
    if geteuid() == 0 {
      words = ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"] + words
    }
    words += kind.words(folder.path)
    return try Program(words[0], Array(words.dropFirst()), environment: environment)
  }

  private func awaitSocket() throws {
    let deadline = Deadline(after: 60)
    while true {
      let names = Self.files(folder.path)
      let name = names.first { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") }
      // Its name is there a moment before it takes clients.
      if let name, Self.answers(folder.file(name)), !kind.isSway || Self.answers(ipcSocket) {
        socket = folder.file(name)
        return
      }
      try require(!program.hasEnded, "\(kind) did not start: \(program.standardError)")
      try require(!deadline.isOver, "\(kind) made no socket: \(program.standardError)")
      usleep(10_000)
    }
  }

  private static func answers(_ socket: String) -> Bool {
    let descriptor = plumb_unix_socket()
    defer { close(descriptor) }
    return plumb_unix_connect(descriptor, socket) == 0
  }

  private static func files(_ folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }
}

public import Displays
import EventLoop
import Glibc

/// Where displays come from.
public struct DisplaySource {
  /// Connects to the session's display, with a handler for its events.
  public var connect: (_ handler: @escaping (DisplayEvent) -> Void) throws -> any DisplayServer
  /// The folder in which a display server's socket appears when it starts; nil where nobody knows.
  public var folder: String?
  /// How the names of such sockets begin.
  public var prefix: String

  /// Describes a source.
  public init(
    folder: String?, prefix: String,
    connect: @escaping (_ handler: @escaping (DisplayEvent) -> Void) throws -> any DisplayServer
  ) {
    self.folder = folder
    self.prefix = prefix
    self.connect = connect
  }
}

/// A display that comes back: connected to again when its server has restarted.
///
/// After a loss it tries a few times with growing pauses, and then when a socket appears, so that a session without a
/// display costs nothing. A server that is there but too slow to answer makes no socket anew: it is tried until it does.
final class DisplayLink {
  /// The pauses before the attempts after a loss or a sign, s.
  static let pauses = [0.05, 0.1, 0.2, 0.5, 1, 2, 5]

  /// The display there is, nil while there is none.
  private(set) var display: (any DisplayServer)?
  /// Called with each new display, whose outputs are not known yet.
  var onConnect: ((any DisplayServer) -> Void)?
  /// Called when the display is gone.
  var onLost: (() -> Void)?
  /// Called for what the display has to say, the end excepted.
  var onEvent: ((DisplayEvent) -> Void)?
  /// Called when the folder of the session's sockets is gone, and with it the session.
  var onSessionEnd: (() -> Void)?

  private let source: DisplaySource
  private let pauses: [Double]
  private let log: AgentLog
  private var watch: FolderWatch?
  private var timer: TimerSource?
  private var attempt = 0
  private var connectedAt = 0.0
  private var connection = 0
  private var complaint: String?

  init(
    _ source: DisplaySource, pauses: [Double] = DisplayLink.pauses, loop: EventLoop, log: AgentLog
  ) throws {
    self.source = source
    self.pauses = pauses
    self.log = log
    timer = try loop.addTimer { [weak self] in self?.connect() }
    watch = source.folder.flatMap { folder in
      FolderWatch(folder, loop: loop) { [weak self] event in
        switch event {
        case .appeared(let name): self?.appeared(name)
        case .gone: self?.onSessionEnd?()
        }
      }
    }
  }

  /// Connects, unless connected.
  func connect() {
    guard display == nil else { return }
    timer?.disarm()
    connection += 1
    let connection = connection
    do {
      let display = try source.connect { [weak self] event in
        if let self, connection == self.connection { told(event) }
      }
      self.display = display
      connectedAt = EventLoop.now
      onConnect?(display)
    } catch { wait("\(error)") }
  }

  /// Ends the connection for good.
  func close() {
    timer?.disarm()
    watch = nil
    connection += 1
    display?.close()
    display = nil
  }

  private func told(_ event: DisplayEvent) {
    guard case .lost(let reason) = event else {
      // It serves: what comes after it is another matter.
      attempt = 0
      complaint = nil
      onEvent?(event)
      return
    }
    display?.close()
    display = nil
    onLost?()
    // One that refuses does so at once.
    if let longest = pauses.last, EventLoop.now - connectedAt > longest { attempt = min(attempt, pauses.count - 1) }
    wait(reason)
  }

  private func wait(_ reason: String) {
    if reason != complaint { log.notice("waiting for the display: \(reason)") }
    complaint = reason
    guard attempt < pauses.count else { return }
    timer?.arm(after: pauses[attempt])
    attempt += 1
  }

  /// A server makes its socket a moment before it listens.
  private func appeared(_ name: String) {
    guard name.hasPrefix(source.prefix), display == nil else { return }
    attempt = 0
    timer?.arm(after: pauses[0])
  }
}

import PlumbInterface
import Varlink

/// One open call of WatchWindow: what it is told, kept within bounds while it does not read.
final class WindowWatcher {
  private static let maximumRefusals = 16

  let window: String?
  let call: Call
  // What waits for the reader: of each window the newest orientation and query, of refusals the newest few.
  private(set) var waiting: [WindowEventMessage]

  /// Watches a window, or all; `waiting` is what an earlier process has not told.
  init(call: Call, window: String?, waiting: [WindowEventMessage] = []) {
    self.call = call
    self.window = window
    self.waiting = waiting
    call.onDrain = { [weak self] in self?.flush() }
  }

  func watches(_ name: String) -> Bool { window == nil || window == name }

  func tell(_ event: WindowEventMessage) {
    guard watches(event.window) else { return }
    waiting.removeAll { $0.window == event.window && Self.replaces(event.kind, $0.kind) }
    waiting.append(event)
    if waiting.count(where: { $0.kind == .refusal }) > Self.maximumRefusals,
      let oldest = waiting.firstIndex(where: { $0.kind == .refusal })
    {
      waiting.remove(at: oldest)
    }
    flush()
  }

  /// The application is gone: there is nothing more to tell.
  func end() { call.fail(RotationError.noSuchApplication.varlinkError) }

  private static func replaces(_ new: WindowEventMessage.Kind, _ old: WindowEventMessage.Kind) -> Bool {
    switch (new, old) {
    case (.refusal, _), (_, .refusal): false
    case (.query, _): old == .query
    default: true
    }
  }

  /// Tells what waits, as far as it is read.
  func flush() {
    while call.isOpen, call.isDrained, !waiting.isEmpty {
      call.reply(Rotation.WatchWindowReply(event: waiting.removeFirst()), continues: true)
    }
  }
}

extension RotationService {
  /// Tells a window's watcher what happens to it until the watcher is gone.
  func add(_ watcher: WindowWatcher, of application: RegisteredApplication) {
    let key = ObjectIdentifier(watcher)
    application.watchers[key] = watcher
    watcherCount += 1
    watcher.call.onCancel = { [weak self, weak application] in
      guard let self, application?.watchers.removeValue(forKey: key) != nil else { return }
      watcherCount -= 1
      countReaders()
    }
    countReaders()
  }
}

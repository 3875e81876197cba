import PlumbInterface
import Varlink

/// Who is registered, as ListApplications shows it: kept encoded, so that an unchanged list costs each of its readers a
/// copy of the bytes, and a changed one the encoding of what has changed.
final class ApplicationList {
  /// Readers who see the same.
  enum Audience: Hashable {
    /// Those at the machine: all that is registered.
    case everything
    /// Another user: what that user has registered.
    case own(uid: UInt32)
  }

  private final class Entry {
    let application: RegisteredApplication
    private var status: ApplicationStatus?
    private(set) var encoded = EncodedParameters.empty

    init(_ application: RegisteredApplication) { self.application = application }

    /// Encodes the status anew where it has changed; whether it has.
    func update(_ isFront: (Window) -> Bool) -> Bool {
      guard !application.isStatusCurrent else { return false }
      application.isStatusCurrent = true
      let status = application.report(isFront: isFront)
      // A turn of the device touches every window, and few of them look another way by it.
      guard status != self.status else { return false }
      self.status = status
      encoded = EncodedParameters(always: status)
      return true
    }
  }

  /// In the order of the list.
  private var entries: [Entry] = []
  private var editions: [Audience: EncodedParameters] = [:]
  private var isCurrent = true

  /// Shows an application from now on.
  func insert(_ application: RegisteredApplication) {
    entries.insert(Entry(application), at: place(of: application))
    application.list = self
    isCurrent = false
    editions = [:]
  }

  /// Shows an application no longer.
  func remove(_ application: RegisteredApplication) {
    entries.removeAll { $0.application === application }
    application.list = nil
    editions = [:]
  }

  /// An application's status may have changed.
  func statusMayHaveChanged() { isCurrent = false }

  /// The reply to readers of a kind.
  func reply(to audience: Audience, isFront: (Window) -> Bool) -> EncodedParameters {
    update(isFront)
    if let edition = editions[audience] { return edition }
    let edition = EncodedParameters(
      "applications", listing: entries.filter { Self.shows($0.application, to: audience) }.map(\.encoded))
    editions[audience] = edition
    return edition
  }

  private func update(_ isFront: (Window) -> Bool) {
    guard !isCurrent else { return }
    isCurrent = true
    for entry in entries where entry.update(isFront) { editions = [:] }
  }

  private static func shows(_ application: RegisteredApplication, to audience: Audience) -> Bool {
    switch audience {
    case .everything: true
    case .own(let uid): application.owner.uid == uid
    }
  }

  /// Where an application goes: by ids, then by processes, then by age.
  private func place(of application: RegisteredApplication) -> Int {
    func key(_ application: RegisteredApplication) -> (String, Int32, Int) {
      (application.id, application.owner.pid, application.order)
    }
    let new = key(application)
    var range = entries.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if key(entries[middle].application) < new {
        range = middle + 1..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }
}

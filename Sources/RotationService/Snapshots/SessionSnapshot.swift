import JSON
import PlumbInterface
import Varlink

/// One client as the service knows it, kept across a restart.
///
/// The fields may grow; a field that changes its meaning wants a new version of whatever holds the snapshots.
public struct SessionSnapshot: Codable, Sendable, Hashable {
  var applications: [ApplicationSnapshot]
  /// What a session's agent has said last.
  var agent: Agent?
  /// What it has said last of the panel.
  var panel: PanelWord?
  /// The open call.
  var call: CallSnapshot?

  struct PanelWord: Codable, Sendable, Hashable {
    /// Its place among those who spoke of the panel.
    var rank: Int
    var isOn: Bool
  }

  struct Agent: Codable, Sendable, Hashable {
    /// Its place among the agents, by when they spoke.
    var rank: Int
    /// The token of the application that it has named.
    var application: String?
  }
}

/// What a client with an open call has been told, and what is still to be told.
struct CallSnapshot: Codable, Sendable, Hashable {
  enum Kind: String, Codable, Sendable, Hashable {
    /// Monitor, with `more`.
    case states
    /// WatchWindow.
    case window
    /// Samples.
    case samples
    /// ListApplications, with `more`.
    case applications
    /// A question that waits for the sensor, and may as well be asked again.
    case question
  }

  /// Which of the states a reader of states was told last.
  enum Told: String, Codable, Sendable, Hashable { case full, reduced }

  var kind: Kind
  /// The last state that was told, where it says what the published one says.
  var told: Told?
  /// The last state that was told, where it is another.
  var toldState: RotationState?
  /// The applications that were told last.
  var applications: [ApplicationStatus]?
  /// What a window's watcher has not been told yet.
  var events: [WindowEventMessage]?
  /// What a reader of samples has not been told yet, samples aside.
  var replies: [JSONValue]?
}

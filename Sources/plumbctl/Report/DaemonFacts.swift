import Configuration
import Plumb
import PlumbInterface
import Varlink

/// What the daemon says of itself to this user, question by question; a question may be refused alone.
struct DaemonFacts {
  /// The reply of `org.varlink.service.GetInfo`, as far as it matters.
  struct Info: Decodable {
    let product: String
    let version: String
    let interfaces: [String]
  }

  /// An answer, or why there is none in words.
  enum Answer<Value> {
    case value(Value)
    case none(String)
  }

  var info: Answer<Info>
  var state: Answer<RotationState>
  var sensors: Answer<[AccelerometerReport]>
  var decision: Answer<DecisionReport>
  var applications: Answer<[ApplicationStatus]>
  var settings: Answer<[Setting]>

  /// Nothing but why the daemon does not answer; the configuration is what its files say.
  init(absence: String) {
    info = .none(absence)
    let reason = "the daemon does not answer"
    state = .none(reason)
    sensors = .none(reason)
    decision = .none(reason)
    applications = .none(reason)
    settings = Self.configurationOfFiles()
  }

  /// Asks the daemon behind a connection.
  init(asking connection: DaemonConnection, _ invocation: Invocation) {
    func ask<Value: Decodable>(_ method: String, _ type: Value.Type) -> Answer<Value> {
      do throws(Failure) {
        return .value(
          try invocation.decode(type, from: invocation.call(method, Rotation.Nothing(), on: connection)))
      } catch {
        return .none(error.message)
      }
    }
    // The state first: it is what finds the sensor and switches it on where nobody reads it.
    info = ask("org.varlink.service.GetInfo", Info.self)
    state = ask(Rotation.method("Monitor"), Rotation.MonitorReply.self).map(\.state)
    sensors = ask(SensorInterface.method("List"), SensorInterface.ListReply.self).map(\.sensors)
    decision = ask(Rotation.method("Explain"), Rotation.ExplainReply.self).map(\.decision)
    applications = ask(Rotation.method("ListApplications"), Rotation.ListApplicationsReply.self).map(\.applications)
    settings = ask(Rotation.method("GetConfiguration"), Rotation.GetConfigurationReply.self).map(\.settings)
  }

  private static func configurationOfFiles() -> Answer<[Setting]> {
    do throws(ConfigurationError) {
      return .value(
        try ConfigurationFiles.standard.load().entries.map {
          Setting(section: $0.section, key: $0.key, value: $0.value, file: $0.origin?.file, line: $0.origin?.line)
        })
    } catch {
      return .none(error.description)
    }
  }
}

extension DaemonFacts.Answer {
  /// The answer in another form.
  func map<Other>(_ transform: (Value) -> Other) -> DaemonFacts.Answer<Other> {
    switch self {
    case .value(let value): .value(transform(value))
    case .none(let reason): .none(reason)
    }
  }
}

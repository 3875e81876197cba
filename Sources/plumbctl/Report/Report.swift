import Configuration
import JSON
import PlumbInterface
import Varlink

/// What a bug report needs, for people and for programs, and nothing about the person who makes it.
struct Report {
  /// A part of it.
  struct Section {
    /// What it is called in JSON.
    let key: String
    let title: String
    let lines: [String]
    let json: JSONValue
  }

  private(set) var sections: [Section] = []
  private var pseudonyms = Pseudonyms()

  /// Puts together what is known.
  init(host: HostFacts, daemon: DaemonFacts, quirks: QuirksOfThisMachine, redactor: Redactor) {
    addVersions(host, daemon)
    add("machine", "Machine", host.machine)
    add("panels", "Built-in panels", host.panels)
    add("devices", "IIO devices", host.devices)
    add("units", "Units", host.units)
    add("state", "State", daemon.state.map { pseudonyms.replacing($0) }) { StatusCommand.rows($0).map(Self.line) }
    add("sensors", "Sensors, as the daemon sees them", daemon.sensors) { $0.flatMap(Self.lines) }
    addQuirks(quirks)
    add("configuration", "Configuration, as far as files set it", daemon.settings.map(Self.withoutHosts)) {
      $0.filter { $0.file != nil }.map(Self.line)
    }
    add("decision", "Last decision", daemon.decision.map { pseudonyms.replacing($0) }, lines: Self.lines)
    add("applications", "Applications", daemon.applications.map { $0.map { pseudonyms.replacing($0) } }) {
      $0.flatMap(Self.lines)
    }
    addLog(host.log)
    sections = sections.map { section in
      Section(
        key: section.key, title: section.title, lines: section.lines.map(redactor.redact),
        json: redactor.redact(section.json))
    }
  }

  /// The whole as one object.
  var json: JSONValue { .object(Dictionary(sections.map { ($0.key, $0.json) }) { first, _ in first }) }

  // MARK: Sections

  private mutating func addVersions(_ host: HostFacts, _ daemon: DaemonFacts) {
    var rows: [HostFacts.Row] = [("plumbctl", Release.version)]
    switch daemon.info {
    case .value(let info):
      rows.append((info.product, info.version))
      rows.append(("interfaces", info.interfaces.joined(separator: ", ")))
    case .none(let reason):
      // How to start it comes after what is wrong.
      rows.append(("plumbd", "does not answer: " + (reason.split(separator: "\n").first.map(String.init) ?? "")))
    }
    add("versions", "Versions", rows + host.versions)
  }

  private mutating func addQuirks(_ quirks: QuirksOfThisMachine) {
    sections.append(
      Section(
        key: "quirks", title: "Quirks of this machine, by the installed files", lines: Self.orNone(quirks.lines),
        json: .array(quirks.lines.map(JSONValue.string))))
  }

  private mutating func addLog(_ log: [String]?) {
    let lines = log ?? ["the journal cannot be asked"]
    let empty = "none that this user may read (root, and the group systemd-journal, read all)"
    sections.append(
      Section(
        key: "log", title: "Last warnings and errors of the service", lines: lines.isEmpty ? [empty] : lines,
        json: log.map { .array($0.map(JSONValue.string)) } ?? .null))
  }

  private mutating func add(_ key: String, _ title: String, _ rows: [HostFacts.Row]) {
    let json = JSONValue.object(Dictionary(rows.map { ($0.term, .string($0.text)) }) { first, _ in first })
    sections.append(Section(key: key, title: title, lines: Self.orNone(rows.map(Self.line)), json: json))
  }

  private mutating func add<Value: Encodable>(
    _ key: String, _ title: String, _ answer: DaemonFacts.Answer<Value>, lines: (Value) -> [String]
  ) {
    switch answer {
    case .value(let value):
      sections.append(
        Section(key: key, title: title, lines: Self.orNone(lines(value)), json: Self.json(value)))
    case .none(let reason):
      let lines = reason.split(separator: "\n").map(String.init)
      sections.append(Section(key: key, title: title, lines: lines, json: ["problem": .string(reason)]))
    }
  }

  // MARK: Words

  private static func orNone(_ lines: [String]) -> [String] { lines.isEmpty ? ["none"] : lines }

  private static func line(_ row: HostFacts.Row) -> String { "\(row.term): \(row.text)" }

  private static func line(_ setting: Setting) -> String {
    let origin = setting.file.map { file in "  # \(file)" + (setting.line.map { ":\($0)" } ?? "") } ?? ""
    return "[\(setting.section)] \(setting.key) = \(setting.value)\(origin)"
  }

  private static func lines(_ sensor: AccelerometerReport) -> [String] {
    ["\(sensor.name): \(sensor.used ? "used" : "not used"), \(sensor.why)"]
      + SensorsCommand.rows(sensor).map { "  " + line($0) }
  }

  private static func lines(_ decision: DecisionReport) -> [String] {
    ExplainCommand.rows(decision).map(line)
      + decision.steps.enumerated().map { "  \($0 + 1). [\($1.step)] \($1.words)" }
  }

  private static func lines(_ application: ReportedApplication) -> [String] {
    let rules = "rules \(application.profile.rawValue), defaults of a \(application.idiom.rawValue)"
    let allowed = "allows \(MaskWords.list(application.mask)) (\(application.maskSource))"
    return ["\(application.id): \(rules), \(allowed)"]
      + application.windows.map { window in
        let target = window.target.map { ", decided by \($0): \(MaskWords.list(window.controllerMask ?? []))" } ?? ""
        return "  \(window.foreground ? "*" : " ") window \(window.window): \(window.interface.word)\(target)"
      }
  }

  /// A sensor of another machine is nobody's business; that it is one matters.
  private static func withoutHosts(_ settings: [Setting]) -> [Setting] {
    settings.map { setting in
      var setting = setting
      if setting.value.hasPrefix("ip:") { setting.value = "ip:(host)" }
      return setting
    }
  }

  private static func json(_ value: some Encodable) -> JSONValue {
    guard let bytes = try? EncodedParameters(Wrapped(value: value)).bytes, let json = try? JSONValue(parsing: bytes)
    else { return .null }
    return json["value"] ?? .null
  }

  /// Parameters are an object; what is reported may be a list.
  private struct Wrapped<Value: Encodable>: Encodable {
    let value: Value
  }
}

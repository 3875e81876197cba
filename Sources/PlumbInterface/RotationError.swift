import JSON
public import Varlink

/// The errors of org.plumbd.Rotation, as they travel.
public enum RotationError: Error, Sendable, Hashable {
  /// No registered application has this token, or it belongs to another user.
  case noSuchApplication
  /// The application has no such window.
  case noSuchWindow(window: String)
  /// There is nothing to explain or to answer.
  case nothingPending
  /// shouldAutorotate says yes and no orientation is in all masks, which are in words.
  case noCommonOrientation(
    window: String, target: String?, applicationMask: [String], controllerMask: [String], deviceMask: [String],
    message: String)
  /// The preferred orientation (raw) is not among the supported ones.
  case unsupportedPreferredOrientation(
    window: String, target: String?, preferred: Int, supported: [String], message: String)
  /// A geometry request could not be met.
  case geometryRequestRefused(window: String, requested: [String], supported: [String], message: String)
  /// Two controllers ask each other.
  case recursiveQuery(window: String, target: String?, message: String)
  /// The controller tree cannot be.
  case invalidTree(path: String, message: String)
  /// A limit of the configuration is reached.
  case limitExceeded(limit: String, maximum: Int)
  /// The new configuration was refused, one text a problem.
  case configurationRefused(problems: [String])

  /// The error's name behind the interface's.
  public var member: String {
    switch self {
    case .noSuchApplication: "NoSuchApplication"
    case .noSuchWindow: "NoSuchWindow"
    case .nothingPending: "NothingPending"
    case .noCommonOrientation: "NoCommonOrientation"
    case .unsupportedPreferredOrientation: "UnsupportedPreferredOrientation"
    case .geometryRequestRefused: "GeometryRequestRefused"
    case .recursiveQuery: "RecursiveQuery"
    case .invalidTree: "InvalidTree"
    case .limitExceeded: "LimitExceeded"
    case .configurationRefused: "ConfigurationRefused"
    }
  }

  /// What it says, for people.
  public var message: String {
    switch self {
    case .noSuchApplication: "no application is registered with this token"
    case .noSuchWindow(let window): "the application has no window \"\(window)\""
    case .nothingPending: "nothing has been decided yet, or the question is over"
    case .noCommonOrientation(_, _, _, _, _, let message), .unsupportedPreferredOrientation(_, _, _, _, let message),
      .geometryRequestRefused(_, _, _, let message), .recursiveQuery(_, _, let message),
      .invalidTree(_, let message):
      message
    case .limitExceeded(let limit, let maximum): "[limits] \(limit) = \(maximum) is reached"
    case .configurationRefused(let problems):
      "the new configuration was refused and the old one is in force:\n" + problems.joined(separator: "\n")
    }
  }

  /// The window whose orientation was refused, nil where the error is not about one.
  public var window: String? {
    switch self {
    case .noSuchWindow(let window), .noCommonOrientation(let window, _, _, _, _, _),
      .unsupportedPreferredOrientation(let window, _, _, _, _), .geometryRequestRefused(let window, _, _, _),
      .recursiveQuery(let window, _, _):
      window
    case .noSuchApplication, .nothingPending, .invalidTree, .limitExceeded, .configurationRefused: nil
    }
  }

  /// The error as a reply carries it.
  public var varlinkError: VarlinkError {
    VarlinkError(name: Rotation.method(member), parameters: parameters)
  }

  private var parameters: [String: JSONValue] {
    switch self {
    case .noSuchApplication, .nothingPending: [:]
    case .noSuchWindow(let window): ["window": .string(window)]
    case .noCommonOrientation(let window, let target, let application, let controller, let device, let message):
      [
        "window": .string(window), "target": JSONValue(target), "applicationMask": JSONValue(application),
        "controllerMask": JSONValue(controller), "deviceMask": JSONValue(device), "message": .string(message),
      ]
    case .unsupportedPreferredOrientation(let window, let target, let preferred, let supported, let message):
      [
        "window": .string(window), "target": JSONValue(target), "preferred": .integer(Int64(preferred)),
        "supported": JSONValue(supported), "message": .string(message),
      ]
    case .geometryRequestRefused(let window, let requested, let supported, let message):
      [
        "window": .string(window), "requested": JSONValue(requested), "supported": JSONValue(supported),
        "message": .string(message),
      ]
    case .recursiveQuery(let window, let target, let message):
      ["window": .string(window), "target": JSONValue(target), "message": .string(message)]
    case .invalidTree(let path, let message): ["path": .string(path), "message": .string(message)]
    case .limitExceeded(let limit, let maximum): ["limit": .string(limit), "maximum": .integer(Int64(maximum))]
    case .configurationRefused(let problems): ["problems": JSONValue(problems)]
    }
  }

  /// The error that a reply carried, nil for another interface's or one from a later version.
  public init?(_ error: VarlinkError) {
    guard error.name.hasPrefix(Rotation.name + "."), case .object(let object) = error.parameters else { return nil }
    func text(_ key: String) -> String { if case .string(let text) = object[key] { text } else { "" } }
    func maybeText(_ key: String) -> String? { if case .string(let text) = object[key] { text } else { nil } }
    func number(_ key: String) -> Int { if case .integer(let number) = object[key] { Int(number) } else { 0 } }
    func words(_ key: String) -> [String] {
      guard case .array(let values) = object[key] else { return [] }
      return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
    switch error.name.dropFirst(Rotation.name.count + 1) {
    case "NoSuchApplication": self = .noSuchApplication
    case "NoSuchWindow": self = .noSuchWindow(window: text("window"))
    case "NothingPending": self = .nothingPending
    case "NoCommonOrientation":
      self = .noCommonOrientation(
        window: text("window"), target: maybeText("target"), applicationMask: words("applicationMask"),
        controllerMask: words("controllerMask"), deviceMask: words("deviceMask"), message: text("message"))
    case "UnsupportedPreferredOrientation":
      self = .unsupportedPreferredOrientation(
        window: text("window"), target: maybeText("target"), preferred: number("preferred"),
        supported: words("supported"), message: text("message"))
    case "GeometryRequestRefused":
      self = .geometryRequestRefused(
        window: text("window"), requested: words("requested"), supported: words("supported"), message: text("message"))
    case "RecursiveQuery":
      self = .recursiveQuery(window: text("window"), target: maybeText("target"), message: text("message"))
    case "InvalidTree": self = .invalidTree(path: text("path"), message: text("message"))
    case "LimitExceeded": self = .limitExceeded(limit: text("limit"), maximum: number("maximum"))
    case "ConfigurationRefused": self = .configurationRefused(problems: words("problems"))
    default: return nil
    }
  }
}

extension JSONValue {
  fileprivate init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }
  fileprivate init(_ words: [String]) { self = .array(words.map(JSONValue.string)) }
}

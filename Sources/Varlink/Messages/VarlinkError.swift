import JSON

/// The error reply of a method call.
public struct VarlinkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The qualified name, such as `org.varlink.service.InvalidParameter`.
  public let name: String
  /// What the error says about itself; always an object.
  public let parameters: JSONValue

  /// An error with its parameters.
  public init(name: String, parameters: [String: JSONValue] = [:]) {
    self.name = name
    self.parameters = .object(parameters)
  }

  /// The name and, where there are any, the parameters as JSON.
  public var description: String {
    guard parameters != [:], let text = try? EncodedParameters(parameters) else { return name }
    return "\(name) \(text)"
  }

  /// The parameters as a value.
  ///
  /// - Throws: `DecodingError` if they do not fit.
  public func decode<P: Decodable>(_ type: P.Type) throws -> P { try parameters.decode(type) }
}

extension VarlinkError {
  private static func standard(_ member: String, _ parameters: [String: JSONValue] = [:]) -> VarlinkError {
    VarlinkError(name: "\(Interface.service.name).\(member)", parameters: parameters)
  }

  /// The interface has no such method; the name is qualified.
  public static func methodNotFound(_ method: String) -> VarlinkError {
    standard("MethodNotFound", ["method": .string(method)])
  }

  /// The interface has the method but the service does not offer it; the name is qualified.
  public static func methodNotImplemented(_ method: String) -> VarlinkError {
    standard("MethodNotImplemented", ["method": .string(method)])
  }

  /// The service has no such interface.
  public static func interfaceNotFound(_ interface: String) -> VarlinkError {
    standard("InterfaceNotFound", ["interface": .string(interface)])
  }

  /// A parameter is missing, unknown or has a wrong value; nested ones are named by their path.
  public static func invalidParameter(_ parameter: String) -> VarlinkError {
    standard("InvalidParameter", ["parameter": .string(parameter)])
  }

  /// The method answers only calls with `more`.
  public static let expectedMore = standard("ExpectedMore")

  /// The caller may not do this.
  public static let permissionDenied = standard("PermissionDenied")

  /// The connection ended before the reply came.
  ///
  /// Known to this side only: the name belongs to no interface, so that no peer can send it.
  public static let connectionLost = VarlinkError(name: "ConnectionLost")
}

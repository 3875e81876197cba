import JSON

/// A Varlink interface: its text, and what the text says.
///
/// The text is the single truth. Introspection returns it verbatim and calls are checked against it.
public struct Interface: Sendable {
  /// The name in reverse-domain notation, such as `org.plumbd.Rotation`.
  public let name: String
  /// The description as it was written, comments included.
  public var text: String { String(decoding: utf8, as: UTF8.self) }
  /// The names of the methods in the order of the text.
  public let methodNames: [String]
  /// The names of the errors in the order of the text, without the interface's.
  public let errorNames: [String]

  private let utf8: [UInt8]
  private let types: [String: ValueType]
  private let methods: [String: Method]
  private let errors: [String: Structure]

  struct Method: Sendable {
    let parameters: Structure
    let reply: Structure
  }

  /// Parses a description (varlink.org, "Interface Definition").
  ///
  /// - Throws: `InterfaceSyntaxError` at the first place that does not fit; a type that is used but not defined and a
  ///   name that is given twice count as such.
  public init(_ text: String) throws(InterfaceSyntaxError) { try self.init(utf8: Array(text.utf8)) }

  /// Parses a description in UTF-8, whose bytes it shares with the caller.
  ///
  /// - Throws: `InterfaceSyntaxError`, as for a text.
  public init(utf8: [UInt8]) throws(InterfaceSyntaxError) {
    var parser = InterfaceParser(String(decoding: utf8, as: UTF8.self))
    let description = try parser.parse()
    self.utf8 = utf8
    name = description.name
    types = description.types
    methods = description.methods
    errors = description.errors
    methodNames = description.methodNames
    errorNames = description.errorNames
  }

  /// Takes a description that is part of the program.
  ///
  /// A mistake in it is the programmer's: the first use traps with the place, like an array literal's index.
  public init(constant text: StaticString) {
    do {
      try self.init(text.description)
    } catch {
      preconditionFailure("interface description, \(error)")
    }
  }

  /// Whether the interface has a method of that name.
  public func hasMethod(_ member: String) -> Bool {
    member.utf8.count <= NameRules.longestName && methods[member] != nil
  }

  /// Checks the parameters of a call.
  ///
  /// - Throws: `InvalidValue` with the path of the first parameter that does not fit.
  public func validateParameters(_ parameters: JSONValue, of method: String) throws(InvalidValue) {
    try validate(parameters, methods[method]?.parameters)
  }

  /// Checks the parameters of a reply.
  ///
  /// - Throws: `InvalidValue` with the path of the first parameter that does not fit.
  public func validateReply(_ parameters: JSONValue, of method: String) throws(InvalidValue) {
    try validate(parameters, methods[method]?.reply)
  }

  /// Checks the parameters of an error.
  ///
  /// - Throws: `InvalidValue` with the path of the first parameter that does not fit.
  public func validateError(_ parameters: JSONValue, of error: String) throws(InvalidValue) {
    try validate(parameters, errors[error])
  }

  private func validate(_ parameters: JSONValue, _ structure: Structure?) throws(InvalidValue) {
    guard let structure else { throw InvalidValue(problem: .unknownMember) }
    try ValueValidator(types: types).validate(parameters, structure)
  }
}

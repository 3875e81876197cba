import CLibSystemd
import Glibc

/// A message of D-Bus: one that came in, or one that is being written.
@MainActor public final class BusMessage {
  let pointer: OpaquePointer

  /// Keeps a message that sd-bus owns.
  init(keeping pointer: OpaquePointer) { self.pointer = sd_bus_message_ref(pointer) }

  /// Takes over a message that was made.
  init(owning pointer: OpaquePointer) { self.pointer = pointer }

  isolated deinit { sd_bus_message_unref(pointer) }

  /// The unique name of who sent it, empty where the bus did not say.
  public var sender: String { sd_bus_message_get_sender(pointer).map { String(cString: $0) } ?? "" }

  /// The error that it is, nil where it is none.
  public var error: BusError? {
    guard let error = sd_bus_message_get_error(pointer), let name = error.pointee.name else { return nil }
    return BusError(name: String(cString: name), message: error.pointee.message.map { String(cString: $0) } ?? "")
  }

  // MARK: Reading, in the order of the arguments; nil where there is something else.

  /// The next argument, where it is a string.
  public func readString() -> String? {
    var text: UnsafePointer<CChar>?
    guard sd_bus_message_read_basic(pointer, Int8(bitPattern: BusType.string), &text) > 0 else { return nil }
    return text.map { String(cString: $0) }
  }

  /// The next argument, where it is an unsigned number of 32 bits.
  public func readUInt32() -> UInt32? {
    var number: UInt32 = 0
    return sd_bus_message_read_basic(pointer, Int8(bitPattern: BusType.uint32), &number) > 0 ? number : nil
  }

  /// The next argument, where it is a truth value.
  public func readBool() -> Bool? {
    var truth: Int32 = 0
    return sd_bus_message_read_basic(pointer, Int8(bitPattern: BusType.boolean), &truth) > 0 ? truth != 0 : nil
  }

  /// Steps into the next argument, where it is a structure with these contents.
  public func enterStructure(_ contents: String) -> Bool {
    sd_bus_message_enter_container(pointer, Int8(bitPattern: BusType.structure), contents) > 0
  }

  // MARK: Writing; what is impossible fails when the message is sent.

  /// Appends a string.
  public func append(_ text: String) {
    sd_bus_message_append_basic(pointer, Int8(bitPattern: BusType.string), text)
  }

  /// Appends an unsigned number of 32 bits.
  public func append(_ number: UInt32) {
    withUnsafePointer(to: number) {
      _ = sd_bus_message_append_basic(pointer, Int8(bitPattern: BusType.uint32), $0)
    }
  }

  /// Appends a value as it is.
  public func append(_ value: BusValue) {
    switch value {
    case .string(let text): append(text)
    case .bool(let truth):
      withUnsafePointer(to: truth ? Int32(1) : 0) {
        _ = sd_bus_message_append_basic(pointer, Int8(bitPattern: BusType.boolean), $0)
      }
    case .double(let number):
      withUnsafePointer(to: number) {
        _ = sd_bus_message_append_basic(pointer, Int8(bitPattern: BusType.double), $0)
      }
    }
  }

  /// Appends a value in a variant.
  public func append(variant value: BusValue) {
    write(BusType.variant, value.signature) { append(value) }
  }

  /// Appends a structure with these contents.
  public func appendStructure(_ contents: String, _ body: () -> Void) { write(BusType.structure, contents, body) }

  /// Appends an array of elements of a type.
  public func appendArray(of element: String, _ body: () -> Void) { write(BusType.array, element, body) }

  /// Appends an entry of a dictionary from names to variants.
  public func appendEntry(_ name: String, _ value: BusValue) {
    write(BusType.dictionaryEntry, "sv") {
      append(name)
      append(variant: value)
    }
  }

  private func write(_ type: UInt8, _ contents: String, _ body: () -> Void) {
    sd_bus_message_open_container(pointer, Int8(bitPattern: type), contents)
    body()
    sd_bus_message_close_container(pointer)
  }

  // MARK: Answering

  /// Answers a call that has no result.
  public func reply() { reply { _ in } }

  /// Answers a call with an error.
  public func reply(_ error: BusError) {
    var raw = sd_bus_error()
    sd_bus_error_set(&raw, error.name, error.message)
    sd_bus_reply_method_error(pointer, &raw)
    sd_bus_error_free(&raw)
  }

  private func reply(_ write: (BusMessage) -> Void) {
    var raw: OpaquePointer?
    guard sd_bus_message_new_method_return(pointer, &raw) >= 0, let raw else { return }
    let answer = BusMessage(owning: raw)
    write(answer)
    sd_bus_send(nil, answer.pointer, nil)
  }
}

/// An error as D-Bus carries it.
public struct BusError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A name with dots, such as `org.freedesktop.DBus.Error.AccessDenied`.
  public let name: String
  /// What is wrong, for people.
  public let message: String

  /// Makes an error of its name and words.
  public init(name: String, message: String) {
    self.name = name
    self.message = message
  }

  /// The words, and the name where there are none.
  public var description: String { message.isEmpty ? name : message }
}

/// A value of a property.
public enum BusValue: Sendable, Hashable {
  /// UTF-8 text without NUL.
  case string(String)
  /// A truth value.
  case bool(Bool)
  /// A number with a fraction, in no country's spelling.
  case double(Double)

  /// Its type in D-Bus's letters.
  public var signature: String {
    switch self {
    case .string: "s"
    case .bool: "b"
    case .double: "d"
    }
  }
}

/// D-Bus's letters for types, as sd-bus takes them.
enum BusType {
  static let string = UInt8(ascii: "s")
  static let uint32 = UInt8(ascii: "u")
  static let boolean = UInt8(ascii: "b")
  static let double = UInt8(ascii: "d")
  static let variant = UInt8(ascii: "v")
  static let array = UInt8(ascii: "a")
  static let structure = UInt8(ascii: "r")
  static let dictionaryEntry = UInt8(ascii: "e")
}

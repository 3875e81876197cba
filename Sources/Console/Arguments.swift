import CLinux
import Glibc
import Spelling

/// What was typed, matched against a `Command`.
public struct Arguments: Sendable, Hashable {
  /// Values of the options that were given, by name.
  ///
  /// A flag's is empty. The last of several counts.
  public private(set) var options: [String: String] = [:]
  /// What is not an option, in order.
  public private(set) var operands: [String] = []

  /// A command line that the command does not take.
  public struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The command's name.
    public let command: String
    /// What is wrong.
    public let problem: String

    /// Says what is wrong with a command's line.
    public init(_ problem: String, command: Command) {
      self.command = command.name
      self.problem = problem
    }

    /// Whose line it is, what is wrong, and where help is.
    public var description: String { "\(command): \(problem)\nTry '\(command) --help'." }
  }

  /// Whether a flag, or an option with a value, was given.
  public func has(_ name: String) -> Bool { options[name] != nil }

  /// The value of an option, nil where it was not given.
  public subscript(name: String) -> String? { options[name] }

  /// Reads the words behind a command's name with getopt_long.
  ///
  /// - Parameter inOrder: ends the options at the first operand, for commands whose operands are a command line.
  /// - Throws: `UsageError` for an unknown or ambiguous option, a missing value, or a wrong number of operands. Help
  ///   that was asked for is never an error.
  public init(_ words: [String], for command: Command, inOrder: Bool = false) throws(UsageError) {
    let known = command.options + [Command.helpOption]
    let names = known.map { strdup($0.name) }
    defer { names.forEach { free($0) } }
    var table = zip(known, names).enumerated().map { index, entry in
      option(
        name: entry.1, has_arg: entry.0.value == nil ? no_argument : required_argument, flag: nil,
        val: Self.firstCode + Int32(index))
    }
    table.append(option())
    // A leading colon makes getopt tell a missing value from an unknown option, and keeps it from printing.
    var shorts = inOrder ? "+:" : ":"
    for option in known {
      guard let short = option.short else { continue }
      shorts += String(short) + (option.value == nil ? "" : ":")
    }

    var vector: [UnsafeMutablePointer<CChar>?] = ([command.name] + words).map { strdup($0) }
    let owned = vector
    defer { owned.forEach { free($0) } }
    vector.append(nil)
    let count = Int32(owned.count)

    var index: Int32 = 0  // glibc: start anew, whatever was read before
    var value: UnsafeMutablePointer<CChar>?
    while true {
      var offender: Int32 = 0
      let code = plumb_getopt_long(count, &vector, shorts, table, &index, &value, &offender)
      if code == -1 { break }
      if code == Self.unknown || code == Self.missing {
        // A short option is named by getopt, a long one is the word before the place that getopt has come to.
        let word = vector[min(max(1, Int(index) - 1), owned.count - 1)].map { String(cString: $0) } ?? ""
        let short = UInt8(exactly: offender).flatMap { $0 > 0 ? "-\(Character(Unicode.Scalar($0)))" : nil }
        let option = short ?? String(word.prefix { $0 != "=" })
        throw UsageError(
          code == Self.missing
            ? "option '\(option)' needs a value"
            // Of an option that is known getopt tells the code.
            : offender >= Self.firstCode
              ? "option '\(option)' takes no value" : Self.unknownOption(option, among: known),
          command: command)
      }
      let match =
        code >= Self.firstCode
        ? known[Int(code - Self.firstCode)]
        : known.first { $0.short?.asciiValue.map(Int32.init) == code }
      guard let match else { continue }
      let text = value.map { String(cString: $0) } ?? ""
      // What a shell makes of a variable that is not set.
      guard match.value == nil || !text.isEmpty else {
        throw UsageError("option '--\(match.name)' needs a value", command: command)
      }
      options[match.name] = text
    }
    operands = vector[Int(index)..<owned.count].compactMap { $0.map { String(cString: $0) } }

    guard !has(Command.helpOption.name) else { return }
    if operands.count < command.operandCount.lowerBound {
      throw UsageError("needs \(command.operands)", command: command)
    }
    if operands.count > command.operandCount.upperBound {
      throw UsageError("takes no '\(operands[command.operandCount.upperBound])'", command: command)
    }
  }

  /// The question behind a complaint about a word: which one was meant; empty where none is near.
  public static func didYouMean(_ given: String, among words: [String]) -> String {
    Spelling.nearest(to: given, among: words, slips: 2).map { "; did you mean '\($0)'?" } ?? ""
  }

  private static func unknownOption(_ given: String, among known: [Command.Option]) -> String {
    guard given.hasPrefix("--") else { return "unknown option '\(given)'" }
    let words = known.map { "--" + $0.name }
    let begun = words.filter { $0.hasPrefix(given) }
    guard begun.isEmpty else { return "option '\(given)' may be any of \(begun.joined(separator: ", "))" }
    return "unknown option '\(given)'" + didYouMean(given, among: words)
  }

  private static let firstCode: Int32 = 256
  private static let unknown = Int32(UInt8(ascii: "?"))
  private static let missing = Int32(UInt8(ascii: ":"))
}

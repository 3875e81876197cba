/// A command line as data: what it is called, what it takes, and the help that says so.
public struct Command: Sendable {
  /// An option, `--name` or `-n`, with or without a value.
  public struct Option: Sendable, Hashable {
    /// Without its dashes.
    public let name: String
    /// Without its dash, nil where there is no short form.
    public let short: Character?
    /// What the value is called in the help, nil for a flag.
    public let value: String?
    /// One or more sentences.
    public let help: String

    /// Describes an option.
    public init(_ name: String, short: Character? = nil, value: String? = nil, help: String) {
      self.name = name
      self.short = short
      self.value = value
      self.help = help
    }
  }

  /// What is typed to run it, for example `plumbctl mock pose`.
  public let name: String
  /// One line.
  public let summary: String
  /// The operands as the usage line shows them.
  public let operands: String
  /// How many operands it takes.
  public let operandCount: ClosedRange<Int>
  /// What it takes besides `--help`.
  public let options: [Option]
  /// Paragraphs behind the options.
  public let discussion: String

  /// Describes a command line.
  public init(
    _ name: String, summary: String, operands: String = "", operandCount: ClosedRange<Int> = 0...0,
    options: [Option] = [], discussion: String = ""
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.operandCount = operandCount
    self.options = options
    self.discussion = discussion
  }

  /// The option that every command has.
  public static let helpOption = Option("help", short: "h", help: "Show this help and exit.")

  /// The text of `--help`, lines of at most 80 columns where words allow.
  public var help: String {
    var lines = ["Usage: " + usage, "", summary]
    lines += ["", "Options:"]
    for option in options + [Self.helpOption] {
      let short = option.short.map { "-\($0), " } ?? "    "
      let form = "  \(short)--\(option.name)" + (option.value.map { " \($0)" } ?? "")
      lines += Self.columns(form, option.help)
    }
    if !discussion.isEmpty { lines += ["", discussion] }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The line behind `Usage:`.
  public var usage: String {
    [name, "[OPTION]...", operands].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// A term and its explanation in two columns, wrapped.
  public static func columns(_ term: String, _ text: String, indent: Int = 28, width: Int = 80) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width - indent {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    lines.append(line)
    let blank = String(repeating: " ", count: indent)
    guard term.count < indent else { return [term] + lines.map { blank + $0 } }
    let first = term + String(repeating: " ", count: indent - term.count) + lines[0]
    return [first] + lines.dropFirst().map { blank + $0 }
  }
}

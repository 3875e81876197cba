/// The words of a command line, as it is written in a file or behind an option; no shell is involved.
///
/// Blanks separate words. Within single quotes everything stands for itself; within double quotes, and outside of
/// quotes, a backslash makes the next character stand for itself. Nothing else is special: no variables, no patterns.
public struct CommandLineWords: Sendable, Hashable {
  /// The words; the first one is the program.
  public let words: [String]

  /// Why a line is no command line.
  public enum Problem: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no word in it.
    case empty
    /// A quote is not closed.
    case openQuote(Character)
    /// There is nothing behind the last backslash.
    case danglingBackslash

    /// The problem in words.
    public var description: String {
      switch self {
      case .empty: "there is no command"
      case .openQuote(let quote): "the quote \(quote) is not closed"
      case .danglingBackslash: "there is nothing behind the last backslash"
      }
    }
  }

  /// Splits a line.
  public init(_ line: String) throws(Problem) {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = line.makeIterator()
    while let character = rest.next() {
      switch (character, quote) {
      case ("\\", nil), ("\\", "\""):
        guard let next = rest.next() else { throw .danglingBackslash }
        word = (word ?? "") + String(next)
      case ("'", nil), ("\"", nil):
        quote = character
        word = word ?? ""
      case (_, let open?) where open == character: quote = nil
      case (" ", nil), ("\t", nil), ("\n", nil):
        if let word { words.append(word) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    if let quote { throw .openQuote(quote) }
    if let word { words.append(word) }
    guard let program = words.first, !program.isEmpty else { throw .empty }
    self.words = words
  }
}

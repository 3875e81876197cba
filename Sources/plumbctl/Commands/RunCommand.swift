import Autorotation
import Console
import Glibc
import Orientation
import Plumb
import PlumbInterface

/// `plumbctl run`.
enum RunCommand {
  static let entry = ToolCommand(
    group: .running,
    command: Command(
      "plumbctl run", summary: "Run a program in these orientations only.",
      operands: "[--] COMMAND [ARGUMENT]...", operandCount: 1...Int.max,
      options: [
        .init("supported", value: "WORDS", help: "The orientations, separated by commas; all where absent."),
        .init("app-id", value: "ID", help: "What the daemon calls it; the command's name where absent."),
        .init("profile", value: "NAME", help: "The rules: modern (by default), ios6 or ios5."),
        ToolCommand.socketOption,
      ],
      discussion: """
        WORDS are portrait, portraitUpsideDown, landscapeRight, landscapeLeft, landscape
        (both), allButUpsideDown, all, or words of other systems, for example
        android:sensorLandscape or w3c:landscape-primary. The program is in front while
        it runs, and all is forgotten when it ends. When the daemon restarts it is told
        again.

        SIGINT, SIGTERM and SIGHUP are handed on. Exit status: the program's own, 128 + N
        where signal N ended it, 127 where there is no such program, 126 where it cannot
        be run, else as for every command.
        """), order: .optionsFirst, run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> Int32 {
    let words = try supportedWords(invocation)
    let application = try register(invocation, words)
    let child = try ChildProcess(invocation.arguments.operands)
    return child.wait {
      application.dispatch()
    } watching: {
      application.descriptor
    }
  }

  /// Registers the program with one window, and returns when the daemon has agreed.
  private static func register(_ invocation: Invocation, _ words: [String]) throws(Failure) -> Application {
    let path = invocation.arguments.operands[0]
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let id = invocation.arguments["app-id"] ?? name
    guard Rotation.nameLengths.contains(id.utf8.count) else {
      let range = "\(Rotation.nameLengths.lowerBound) to \(Rotation.nameLengths.upperBound)"
      throw .usage(
        "the program's id has \(id.utf8.count) bytes and may have \(range): see --app-id", invocation.command)
    }
    var declaration = ApplicationDescription(id: id)
    declaration.name = name
    if let word = invocation.arguments["profile"] {
      guard let profile = ProfileName(rawValue: word) else {
        throw invocation.unknown(word, "a profile", ["modern", "ios6", "ios5"])
      }
      declaration.profile = profile
    }
    var problem: String?
    do {
      let application = try Application(declaration, socket: invocation.socket)
      application.onProblem = { problem = problem ?? $0.description }
      let window = Window(application: application, rootViewController: FixedViewController(words))
      window.onRefusal = { problem = problem ?? $0.message }
      window.makeKeyAndVisible()
      try application.synchronize(timeout: 30)
      if let problem { throw Failure(problem) }
      // From here on the program runs, and what the daemon has to say is no reason to end it.
      application.onProblem = { invocation.output.complain(Failure("\($0)").description) }
      window.onRefusal = { invocation.output.complain(Failure($0.message).description) }
      return application
    } catch let error as Failure {
      throw error
    } catch let error as DaemonError {
      throw Failure(error, socket: invocation.socket)
    } catch { throw Failure("\(error)") }
  }

  private static let knownWords = InterfaceOrientation.allCases.map(\.word) + ["landscape", "allButUpsideDown", "all"]

  private static func supportedWords(_ invocation: Invocation) throws(Failure) -> [String] {
    let list = invocation.arguments["supported"] ?? "all"
    let words = list.split(separator: ",", omittingEmptySubsequences: false).map(OrientationSpelling.joined)
    for word in words where InterfaceOrientationMask(anyWord: word) == nil {
      throw invocation.unknown(word, "an orientation", knownWords + ["android:WORD", "w3c:WORD"])
    }
    return words
  }
}

/// The one screen of a program that knows nothing of all this.
private final class FixedViewController: ViewController {
  private let words: [String]

  init(_ words: [String]) {
    self.words = words
    super.init(identifier: "program")
  }

  override var supportedOrientationWords: [String]? { words }
  override var answersDynamically: Bool { false }
}

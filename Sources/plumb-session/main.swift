import Arguments
import Configuration
import EventLoop
import Glibc
import PlumbInterface
import SessionAgent

let words = Array(CommandLine.arguments.dropFirst())
do {
  let arguments = try Arguments(words, for: SessionOptions.command)
  if arguments.has("help") {
    SessionLog.write(STDOUT_FILENO, SessionOptions.command.help)
    exit(0)
  }
  if arguments.has("version") {
    SessionLog.write(STDOUT_FILENO, "plumb-session \(Release.version)\n")
    exit(0)
  }
  let options = try SessionOptions(arguments)
  exit(options.checksConfiguration ? RuleCheck.run() : try Session(options).run())
} catch let error as Arguments.UsageError {
  SessionLog.write(STDERR_FILENO, "\(error)\n")
  exit(2)
} catch {
  SessionLog(level: .error).write(.error, "\(error)")
  exit(1)
}

import Configuration
import Console
import EventLoop
import Glibc
import PlumbInterface
import SessionAgent

let words = Array(CommandLine.arguments.dropFirst())
do {
  let arguments = try Arguments(words, for: SessionOptions.command)
  if arguments.has("help") {
    try TextOutput.standardOutput.write(SessionOptions.command.help)
    exit(0)
  }
  if arguments.has("version") {
    try TextOutput.standardOutput.write("plumb-session \(Release.version)\n")
    exit(0)
  }
  let options = try SessionOptions(arguments)
  exit(options.checksConfiguration ? try RuleCheck.run() : try Session(options).run())
} catch let error as Arguments.UsageError {
  try? TextOutput.standardError.write("\(error)\n")
  exit(2)
} catch {
  SessionLog.lastWords(["\(error)"])
  exit(1)
}

import Configuration
import Console
import Glibc
import PlumbInterface

let words = Array(CommandLine.arguments.dropFirst())
do {
  let arguments = try Arguments(words, for: DaemonOptions.command)
  if arguments.has("help") {
    try TextOutput.standardOutput.write(DaemonOptions.command.help)
    exit(0)
  }
  if arguments.has("version") {
    try TextOutput.standardOutput.write("plumbd \(Release.version)\n")
    exit(0)
  }
  let options = try DaemonOptions(arguments)
  let loaded = try options.load()
  if options.checksConfiguration {
    let settings = Set(loaded.configuration.entries.compactMap(\.origin?.file)).sorted()
    try TextOutput.standardOutput.write(
      settings.isEmpty
        ? "nothing is set in \(options.files.bases.joined(separator: ", ")) and beside: the defaults are in force\n"
        : "the configuration is in order, as set in \(settings.joined(separator: ", "))\n")
    exit(0)
  }
  exit(try Daemon(options: options, loaded: loaded).run())
} catch let error as Arguments.UsageError {
  try? TextOutput.standardError.write("\(error)\n")
  exit(2)
} catch let error as ConfigurationError {
  Log.lastWords(error.issues.map(\.description))
  exit(1)
} catch {
  Log.lastWords(["\(error)"])
  exit(1)
}

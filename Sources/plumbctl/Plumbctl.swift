import Glibc

/// The program: see `CommandTable` for what it can do.
@main
struct Plumbctl {
  static func main() {
    // A reader that has gone away ends us without a word, also where our parent ignores that signal.
    signal(SIGPIPE, SIG_DFL)
    let tool = Tool(output: ProcessOutput(), ownsProcess: true)
    exit(tool.run(Array(CommandLine.arguments.dropFirst())))
  }
}

import Console
@preconcurrency import Glibc
import LoadSupport
import TestSupport

// What the daemon does under load, over real sockets: a crowd that follows and registers, clients that make a nuisance
// of themselves, and more clients than descriptors. Promises are checked and end the run; times are only shown.

let command = Command(
  "plumbd-load",
  summary: "Puts a daemon of its own under load, checks that it keeps its promises, and prints what it cost.",
  options: [
    .init("quick", help: "A small crowd for a few seconds: the promises alone are of interest."),
    .init("daemon", value: "FILE", help: "The daemon; the plumbd beside this program where absent."),
    .init("seconds", value: "N", help: "How long each measurement takes; 5 where absent."),
    .init("probe", value: "SOCKET", help: "Be the process that measures latencies (started by this program itself)."),
  ])

setlinebuf(stdout)
signal(SIGPIPE, SIG_IGN)
do {
  let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()), for: command)
  if arguments.has("help") {
    print(command.help, terminator: "")
    exit(0)
  }
  if let socket = arguments["probe"] {
    try runProbe(socket)
    exit(0)
  }
  Poller.raiseDescriptorLimit()
  let isQuick = arguments.has("quick")
  let seconds = arguments["seconds"].flatMap(Double.init) ?? (isQuick ? 1 : 5)
  let executable = arguments["daemon"] ?? "plumbd"
  let sizes = isQuick ? [10, 100] : [10, 100, 1000]
  let residents = isQuick ? 20 : 200

  let daemon = try TestDaemon(
    ["--mock", "--log-level", "error"],
    // Root's connections are not counted; anybody else's are.
    configuration: "[limits]\nconnections = 4096\nconnections-per-user = 4096\n", executable: executable)
  let crowd = try Crowd(daemon)
  try measureFanOut(crowd, sizes: sizes, residents: residents, seconds: seconds)
  try measureNuisances(
    crowd, followers: sizes.last ?? 1, residents: residents, nuisances: isQuick ? 8 : 64, seconds: seconds)
  try require(daemon.program.terminate() == 0, "the daemon did not end in order: \(daemon.program.standardError)")
  try measureExhaustion(executable: executable, seconds: min(seconds, 2))
  print("All promises were kept.")
} catch {
  fputs("plumbd-load: \(error)\n", stderr)
  exit(1)
}

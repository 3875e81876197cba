import Console
@preconcurrency import Glibc
import LoadSupport
import TestSupport

// Random clients against a running daemon, for as long as one likes, and a model of what must hold: it lives, each call
// is answered once and in order, nobody misses the last state, the lock survives, memory and descriptors come back.

let command = Command(
  "plumbd-soak",
  summary: "Lets random clients loose on a daemon of its own, and checks what must hold whatever they do.",
  options: [
    .init("minutes", value: "N", help: "How long; 5 where absent."),
    .init("kill", value: "N", help: "Kill the daemon so many times in the middle of everything, and do nothing else."),
    .init("seed", value: "N", help: "What the clients do: the one that an earlier run has printed, to see it again."),
    .init("daemon", value: "FILE", help: "The daemon; the plumbd beside this program where absent."),
    .init("sanitized", help: "The daemon was built with AddressSanitizer, which needs more memory."),
  ],
  discussion: """
    The same seed makes the clients choose the same things; when the kernel lets whom
    run is its own choice.
    """)

setlinebuf(stdout)
signal(SIGPIPE, SIG_IGN)
do {
  let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()), for: command)
  if arguments.has("help") {
    print(command.help, terminator: "")
    exit(0)
  }
  Poller.raiseDescriptorLimit()
  let seed = arguments["seed"].flatMap { UInt64($0) } ?? UInt64.random(in: 1...999_999_999)
  let executable = arguments["daemon"] ?? "plumbd"
  print("seed \(seed)")
  if let times = arguments["kill"] {
    try KillRun(seed: seed, executable: executable).run(times: Int(times) ?? 200)
  } else {
    let minutes = arguments["minutes"].flatMap(Double.init) ?? 5
    try Soak(seed: seed, executable: executable, isSanitized: arguments.has("sanitized")).run(for: minutes * 60)
  }
} catch {
  fputs("plumbd-soak: \(error)\n", stderr)
  exit(1)
}

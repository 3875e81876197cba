@preconcurrency import Glibc
import TestSupport

// What plumbd costs, as times and as ratios to something else in the same run: ratios can be compared between machines
// and between days, times cannot.

let usage = """
  usage: benchmarks [rooms | judges [RECORDINGS...] | fan-out | peers]
         benchmarks works      the names of the rooms' fixed works
         benchmarks counted    each of these once, for a counter of instructions

  Without words all four tables are printed. RECORDINGS are judged instead of the tests' own recording.

  """

/// One round of a work; the counter of instructions finds it by this name.
@inline(never) @c(benchmark_round) public func round(of work: Int32) {
  for number in 0..<Work.all[Int(work)].repetitions { prepared(number) }
}
var prepared: (Int) -> Void = { _ in }

func run(_ words: [String]) throws -> Int32 {
  switch words.first {
  case nil:
    Machine.print()
    try RoomsTable.print()
    try JudgesTable.print([JudgesTable.standardFile])
    try FanOut.print()
    try Peers.print()
  case "rooms": try RoomsTable.print()
  case "judges": try JudgesTable.print(words.count > 1 ? Array(words.dropFirst()) : [JudgesTable.standardFile])
  case "fan-out": try FanOut.print()
  case "peers": try Peers.print()
  case "works": print(Work.all.map { $0.name }.joined(separator: "\n"))
  case "counted":
    for (index, work) in Work.all.enumerated() {
      // What is made once and for all is made here, uncounted.
      let warmUp = try work.prepare()
      for number in 0..<work.repetitions { warmUp(number) }
      prepared = try work.prepare()
      round(of: Int32(index))
    }
  default:
    print(usage)
    return 2
  }
  return 0
}

setlinebuf(stdout)
do {
  exit(try run(Array(CommandLine.arguments.dropFirst())))
} catch {
  print("benchmarks: \(error)")
  exit(1)
}

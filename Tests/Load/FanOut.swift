import LoadSupport
import TestSupport

/// A growing crowd: what a turn costs by the number of those who follow, what a connection costs in memory, and that
/// nobody misses the last state.
func measureFanOut(_ crowd: Crowd, sizes: [Int], residents: Int, seconds: Double) throws {
  let figures = crowd.figures
  try crowd.follow(upTo: 1)
  crowd.turn(for: 1)
  try crowd.settle()
  let before = try figures.privateDirty()
  let residentBefore = try figures.resident()
  let descriptors = try figures.descriptors()

  var rows = [["followers", "states told", "CPU a turn", "CPU a state told", "private dirty", "RSS", "a follower"]]
  var costs: [(followers: Int, perState: Double)] = []
  for size in sizes {
    try crowd.follow(upTo: size)
    let told = crowd.followers.reduce(0) { $0 + $1.states }
    let firstSerial = crowd.followers[0].serial
    let start = try figures.processorTime()
    crowd.turn(for: seconds)
    let spent = try figures.processorTime() - start
    try crowd.settle()
    let states = crowd.followers.reduce(0) { $0 + $1.states } - told
    let turns = crowd.followers[0].serial - firstSerial
    let dirty = try figures.privateDirty()
    let each = Double(dirty - before) * 1024 / Double(max(size - 1, 1))
    costs.append((size, spent / Double(max(states, 1))))
    rows.append([
      "\(size)", "\(states)", Words.number(spent / Double(max(turns, 1)) * 1e3, digits: 2) + " ms",
      Words.number(spent / Double(max(states, 1)) * 1e6) + " µs", "\(dirty) KiB", "\(try figures.resident()) KiB",
      Words.number(each, digits: 0) + " B",
    ])
    // With some ten of them the daemon's own allocations are as large.
    if size >= 100 { try require(each < 32 * 1024, "a follower costs \(each) bytes") }
  }
  print("Followers, ten turns a second for \(Words.number(seconds, digits: 0)) s each:")
  print(Words.table(rows) + "\n")
  // Quadratic work would cost each state told ten times as much where ten times as many follow.
  if let few = costs.dropLast().last, let many = costs.last {
    try require(
      many.perState < few.perState * 3,
      "a state told costs \(many.perState / few.perState) times as much with \(many.followers) as with \(few.followers)"
    )
  }

  let withFollowers = try figures.privateDirty()
  try crowd.move(in: residents)
  crowd.turn(for: seconds)
  try crowd.settle()
  let withAll = try figures.privateDirty()
  let each = (withAll - withFollowers) * 1024 / max(residents, 1)
  let calls = crowd.residents.reduce(0) { $0 + $1.answers }
  print(
    "\(residents) applications beside them made \(calls) calls in \(Words.number(seconds, digits: 0)) s and cost "
      + "\(each) B each; nobody missed the last state, serials only grew.")
  try require(each < 128 * 1024, "an application costs \(each) bytes")

  try crowd.leave()
  try crowd.poller.run(until: "the descriptors of those who left are closed") {
    (try? figures.descriptors()) ?? 0 < descriptors
  }
  let took = "\(before) KiB before, \(withAll) KiB with everybody"
  try crowd.poller.run(until: "half of what a crowd took is given back: \(took)") {
    guard let now = try? figures.privateDirty() else { return false }
    // What is used for the first time stays, whoever uses it.
    return now - before <= max((withAll - before) / 2, 1024)
  }
  let after = try figures.privateDirty()
  print(
    "private dirty before \(before) KiB, with everybody \(withAll) KiB, after all have left \(after) KiB "
      + "(RSS \(residentBefore) KiB before, \(try figures.resident()) KiB after)\n")
}

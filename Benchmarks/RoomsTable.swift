/// What work of the inner rooms costs, in nanoseconds and in units of plain work of the same run.
enum RoomsTable {
  static func print() throws {
    heading("Rooms: what one repetition costs; a unit is 32 steps of a plain generator in the same run")
    let unit = nanoseconds { for number in 0..<200_000 { sink &+= plainWork(UInt64(number)) } } / 200_000
    var rows = [["one unit of plain work", decimal(unit, 1) + " ns", "1.00 units"]]
    for work in Work.all {
      let perform = try work.prepare()
      let time = nanoseconds { for number in 0..<work.repetitions { perform(number) } } / Double(work.repetitions)
      rows.append([work.title, decimal(time, 1) + " ns", decimal(time / unit, 2) + " units"])
    }
    table(["work", "time", "ratio"], rows)
  }
}

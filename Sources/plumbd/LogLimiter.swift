/// Lets one line of each kind pass in a while, and counts the others.
struct LogLimiter<Kind: Hashable> {
  /// Seconds between two lines of one kind.
  let interval: Double

  private var kinds: [Kind: (next: Double, withheld: Int)] = [:]

  init(interval: Double) { self.interval = interval }

  /// Whether a line may pass at a time (s, of a clock that never goes back): nil where not, else how many of its kind
  /// were withheld since the last that did.
  mutating func admit(_ kind: Kind, at time: Double) -> Int? {
    if let known = kinds[kind], time < known.next {
      kinds[kind] = (known.next, known.withheld + 1)
      return nil
    }
    let withheld = kinds[kind]?.withheld ?? 0
    kinds[kind] = (time + interval, 0)
    return withheld
  }
}

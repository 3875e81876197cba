import Autorotation
import Glibc
import Orientation
import OrientationEstimation

// What the two inner rooms cost, as times and as multiples of one unit of plain work in the same run: the multiples
// can be compared between machines and between days, the times cannot.

/// A unit of plain work: 32 steps of a xorshift generator, each of which needs the one before.
@inline(never) func plainWork(_ seed: UInt64) -> UInt64 {
  var x = seed | 1
  for _ in 0..<32 {
    x ^= x << 13
    x ^= x >> 7
    x ^= x << 17
  }
  return x
}

/// Nanoseconds a call, the best of several rounds: the one that was disturbed least.
func measure(_ calls: Int, _ body: (Int) -> Void) -> Double {
  var best = Double.infinity
  for _ in 0..<7 {
    let clock = ContinuousClock()
    let time = clock.measure { for call in 0..<calls { body(call) } }
    let nanoseconds = Double(time.components.seconds) * 1e9 + Double(time.components.attoseconds) / 1e9
    best = min(best, nanoseconds / Double(calls))
  }
  return best
}

let poses: [DeviceOrientation] = [.landscapeLeft, .portrait, .landscapeRight, .faceUp]
let masks = ApplicationMasks(delegateMask: .all, profile: .modern, idiom: .pad)

func window(controllers: Int) -> WindowState {
  let children = (1..<max(controllers, 1)).map { Controller(id: "child\($0)") }
  return WindowState(
    application: masks, device: .portrait,
    root: Controller(id: "root", kind: children.isEmpty ? .controller : .tabBar, children: children))
}

var sink: UInt64 = 0
let unit = measure(200_000) { sink &+= plainWork(UInt64($0)) }

var plain = window(controllers: 1)
let plainDecision = measure(200_000) { if plain.handle(.turned(poses[$0 % 4])).changed { sink &+= 1 } }

var large = window(controllers: 1000)
let largeDecision = measure(50_000) { if large.handle(.turned(poses[$0 % 4])).changed { sink &+= 1 } }

let trees = [window(controllers: 1000).root, window(controllers: 999).root]
let comparison = measure(5_000) { if large.handle(.tree(trees[$0 % 2])).changed { sink &+= 1 } }

var estimator = OrientationEstimator()
var time = 0.0
let sample = measure(200_000) { call in
  time += 0.04
  let shake = Double(call % 7) * 0.02
  let reading = AccelerometerSample(time: time, acceleration: Acceleration(x: shake, y: -9.8, z: -1 + shake))
  if estimator.ingest(reading) != nil { sink &+= 1 }
}

func row(_ name: String, _ nanoseconds: Double) {
  let padded = name + String(repeating: " ", count: max(0, 44 - name.count))
  let tenths = Int((nanoseconds * 10).rounded())
  let ratio = Int((nanoseconds / unit * 100).rounded())
  print(
    "\(padded) \(tenths / 10).\(tenths % 10) ns   \(ratio / 100).\(ratio % 100 < 10 ? "0" : "")\(ratio % 100) units")
}

row("one unit of plain work", unit)
row("a decision, plain window", plainDecision)
row("a decision, tree of 1,000 controllers", largeDecision)
row("a tree of 1,000 controllers compared", comparison)
row("an accelerometer sample judged", sample)
exit(sink == 0 ? 1 : 0)

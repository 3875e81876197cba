import Autorotation
import Orientation

/// Windows, trees and events from a seed (SplitMix64): equal seeds give equal values.
struct RandomWindows: RandomNumberGenerator {
  private var state: UInt64
  private var names = 0

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &self) == 0 }

  mutating func any<Value: CaseIterable>(_ type: Value.Type) -> Value
  where Value.AllCases == [Value] {
    Value.allCases[Int.random(in: 0..<Value.allCases.count, using: &self)]
  }

  mutating func mask() -> InterfaceOrientationMask {
    InterfaceOrientationMask(
      rawValue: chance(6) ? Int.random(in: -3...99, using: &self) : 2 * Int.random(in: 0...15, using: &self))
  }

  mutating func maybe<Value>(_ one: Int, _ make: (inout Self) -> Value) -> Value? {
    chance(one) ? make(&self) : nil
  }

  mutating func preferred() -> PreferredOrientation {
    PreferredOrientation(rawValue: Int.random(in: chance(4) ? -1...17 : 1...4, using: &self))
  }

  mutating func controller(depth: Int = 0) -> Controller {
    names += 1
    var made = Controller(id: "c\(names)", kind: any(Controller.Kind.self))
    made.answers.shouldAutorotate = maybe(4) { !$0.chance(2) }
    made.answers.supported = maybe(2) { $0.mask() }
    made.answers.preferred = maybe(5) { $0.preferred() }
    made.legacyMask = maybe(4) { $0.mask() }
    made.asks = maybe(4) { $0.any(Controller.Asks.self) }
    made.containerDelegate = maybe(5) {
      Controller.ContainerDelegate(supported: $0.maybe(2) { $0.mask() }, preferred: $0.maybe(3) { $0.preferred() })
    }
    made.style = any(PresentationStyle.self)
    made.presenterStayed = chance(3)
    made.answersFromBeneath = chance(12)
    made.ignoresUserLock = chance(8)
    made.declinesAutorotation = chance(12)
    made.locksInterfaceOrientation = chance(8)
    made.dynamic = chance(5)
    if depth < 3 {
      made.children = (0..<Int.random(in: 0...2, using: &self)).map { _ in controller(depth: depth + 1) }
      if !made.children.isEmpty, chance(2) { made.selected = Int.random(in: made.children.indices, using: &self) }
    }
    return made
  }

  mutating func root() -> Controller? {
    if chance(10) { return nil }
    var root = controller()
    if chance(3) { root.presented = controller() }
    return root
  }

  mutating func application() -> ApplicationMasks {
    let plist = maybe(2) { random in
      let words = InterfaceOrientation.allCases.shuffled(using: &random)
      let count = Int.random(in: 0...4, using: &random)
      return InfoPlist(supported: Array(words.prefix(count)), requiresFullScreen: random.chance(3))
    }
    return ApplicationMasks(
      infoPlist: plist, delegateMask: maybe(3) { $0.mask() }, subclassMask: maybe(4) { $0.mask() },
      profile: any(Profile.self), idiom: any(Idiom.self), legacyShim: chance(6))
  }

  mutating func window() -> WindowState {
    WindowState(
      application: application(), deviceMask: chance(3) ? mask() : .all,
      interface: maybe(2) { $0.any(InterfaceOrientation.self) }, device: any(DeviceOrientation.self),
      lock: maybe(6) { $0.any(InterfaceOrientation.self) }, windowed: chance(6), root: root())
  }

  mutating func event(for window: WindowState) -> WindowEvent {
    let id = window.root.flatMap { $0.children.first?.id ?? $0.id } ?? "none"
    switch Int.random(in: 0..<21, using: &self) {
    case 0: return .launch(root())
    case 1, 2, 3: return .turned(any(DeviceOrientation.self))
    case 4: return .tree(root())
    case 5: return .setRoot(root())
    case 6, 7: return .present(controller())
    case 8: return .dismiss
    case 9: return .push(controller(depth: 2), on: id)
    case 10: return .pop(on: id)
    case 11: return .select(Int.random(in: -1...2, using: &self), on: id)
    case 12: return .applicationMask(mask())
    case 13: return .attemptRotation
    case 14: return .setNeedsUpdate
    case 15: return .requestGeometry(mask())
    case 16: return .setStatusBar(any(InterfaceOrientation.self))
    case 17: return .lock(any(InterfaceOrientation.self))
    case 18: return .unlock
    case 19: return .windowed(chance(2))
    default: return chance(2) ? .cameToFront : .rotateOnce(any(InterfaceOrientation.self))
    }
  }
}

import EventLoop

/// A compositor made of bytes, in the test's own loop: it says what real ones say seldom, or never should.
final class FakeCompositor {
  /// What it makes of a configuration.
  nonisolated enum Answer {
    case succeed
    /// Says that it did, and does nothing.
    case pretend
    case refuse
    /// Does it all the same.
    case refuseAndTurn
    /// Says that the outputs changed meanwhile, and tells a new state.
    case cancel
    case silence
    case unplug
    /// Does it, says so, and tells of it in `wl_output` alone.
    case succeedForOthers
    /// Does it, says so, and tells of it in `wl_output` of those that bind it from then on.
    case succeedForNewcomers
    /// Sends these bytes.
    case raw([UInt8])
  }

  /// How it ends with a client.
  nonisolated enum End {
    case managerFinished
    case globalRemoved
    case error
  }

  /// An output.
  struct Head {
    var name: String
    var isEnabled = true
    var transform: Int32 = 0
  }

  private struct Known {
    var id: UInt32
    var mode: UInt32
  }

  /// Requests of configurations, in words.
  private(set) var requests: [String] = []
  /// The outputs; say `tellState()` after a change.
  var heads: [Head]
  /// One for each configuration; the last for all that follow.
  var answers: [Answer] = [.succeed]
  /// What the registry offers; `wl_output` is the first of the outputs.
  var globals = ["zwlr_output_manager_v1"]
  /// Whether it says anything at all.
  var isSilent = false
  /// Where it listens.
  var socket: String { server.socket }

  private let server: OneClientServer
  private var collected: [UInt8] = []
  private var isCollecting = false
  private var interfaces: [UInt32: String] = [1: "wl_display"]
  private var known: [String: Known] = [:]
  private var wanted: [UInt32: (index: Int, transform: Int32)] = [:]
  private var manager: UInt32 = 0
  private var output: UInt32 = 0
  private var registry: UInt32 = 0
  private var nextObject: UInt32 = 0xff00_0000
  private var serial: UInt32 = 100

  init(loop: EventLoop, heads: [Head] = [Head(name: "eDP-1")]) throws {
    self.heads = heads
    server = try OneClientServer(loop: loop)
    server.onBytes = { [weak self] in self?.take(&$0) }
  }

  /// Sends bytes as they are.
  func send(_ bytes: [UInt8]) {
    if isCollecting { collected += bytes } else { server.send(bytes) }
  }

  /// Sends an event.
  func send(_ object: UInt32, _ opcode: UInt32, _ words: [UInt32] = []) {
    send(Self.message(object, opcode, words))
  }

  static func message(_ object: UInt32, _ opcode: UInt32, _ words: [UInt32]) -> [UInt8] {
    let size = UInt32(8 + words.count * 4)
    return ([object, size << 16 | opcode] + words).flatMap { withUnsafeBytes(of: $0, Array.init) }
  }

  /// Text as an argument.
  static func words(_ text: String) -> [UInt32] {
    var bytes = Array(text.utf8) + [0]
    let length = UInt32(bytes.count)
    while bytes.count % 4 != 0 { bytes.append(0) }
    return [length]
      + stride(from: 0, to: bytes.count, by: 4).map { start in
        bytes[start..<start + 4].withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
      }
  }

  /// Tells all outputs as they are now, under a new serial.
  func tellState() {
    isCollecting = true
    for head in heads {
      if known[head.name] == nil { introduce(head) }
      guard let object = known[head.name] else { continue }
      send(object.id, 4, [head.isEnabled ? 1 : 0])
      guard head.isEnabled else { continue }
      send(object.id, 5, [object.mode])
      send(object.id, 6, [30, 40])
      send(object.id, 7, [UInt32(bitPattern: head.transform)])
      send(object.id, 8, [384])
      send(object.id, 13, [1])
    }
    for (name, object) in known where !heads.contains(where: { $0.name == name }) {
      send(object.id, 9)
      known[name] = nil
    }
    serial += 1
    send(manager, 1, [serial])
    // At once, for a socket takes few small pieces.
    isCollecting = false
    send(collected)
    collected = []
  }

  /// Ends it with the client.
  func end(_ end: End) {
    switch end {
    case .managerFinished: send(manager, 2)
    case .globalRemoved: send(registry, 1, [0])
    case .error: send(1, 0, [manager, 7] + Self.words("no such thing"))
    }
  }

  private func introduce(_ head: Head) {
    let object = Known(id: nextObject, mode: nextObject + 1)
    nextObject += 2
    known[head.name] = object
    send(manager, 0, [object.id])
    send(object.id, 0, Self.words(head.name))
    send(object.id, 1, Self.words("A panel"))
    send(object.id, 2, [200, 120])
    send(object.id, 3, [object.mode])
    send(object.mode, 0, [1280, 800])
    send(object.mode, 1, [60_000])
  }

  private func take(_ incoming: inout [UInt8]) {
    while incoming.count >= 8 {
      let words = incoming.withUnsafeBytes { bytes in
        (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
      }
      let size = Int(words[1] >> 16)
      guard incoming.count >= size else { return }
      incoming.removeFirst(size)
      if !isSilent { handle(words[0], words[1] & 0xffff, Array(words[2..<size / 4])) }
    }
  }

  private func handle(_ object: UInt32, _ opcode: UInt32, _ words: [UInt32]) {
    switch (interfaces[object], opcode) {
    case ("wl_display", 0):
      send(words[0], 0, [0])
      send(1, 1, [words[0]])
    case ("wl_display", 1):
      interfaces[words[0]] = "wl_registry"
      registry = words[0]
      for (index, name) in globals.enumerated() { send(registry, 0, [UInt32(index)] + Self.words(name) + [4]) }
    case ("wl_registry", 0):
      bind(globals[Int(words[0])], as: words[words.count - 1])
    case ("manager", 0):
      interfaces[words[0]] = "configuration"
      requests.append("configuration of \(words[1] == serial ? "this state" : "another state")")
    case ("configuration", 0):
      interfaces[words[0]] = "configuredHead"
      let index = heads.firstIndex { known[$0.name]?.id == words[1] } ?? 0
      wanted[words[0]] = (index, 0)
      requests.append("enable \(heads[index].name)")
    case ("configuration", 1):
      requests.append("disable \(heads.first { known[$0.name]?.id == words[0] }?.name ?? "?")")
    case ("configuration", 2): answer(object)
    case ("configuredHead", 0):
      requests.append(known.values.contains { $0.mode == words[0] } ? "mode" : "mode of nobody")
    case ("configuredHead", 2): requests.append("position \(words[0]) \(words[1])")
    case ("configuredHead", 3):
      wanted[object]?.transform = Int32(bitPattern: words[0])
      requests.append("transform \(words[0])")
    case ("configuredHead", 4): requests.append("scale \(words[0])")
    case ("configuredHead", 5): requests.append("adaptive sync \(words[0])")
    default: break
    }
  }

  private func bind(_ interface: String, as object: UInt32) {
    switch interface {
    case "zwlr_output_manager_v1":
      manager = object
      interfaces[manager] = "manager"
      tellState()
    case "wl_output":
      if output == 0 { output = object }
      tellOutput(object)
    default: break
    }
  }

  /// Tells the first output as every client knows it.
  private func tellOutput(_ output: UInt32) {
    let transform = UInt32(bitPattern: heads[0].transform)
    send(output, 0, [30, 40, 200, 120, 0] + Self.words("maker") + Self.words("model") + [transform])
    send(output, 1, [1, 1280, 800, 60_000])
    send(output, 4, Self.words(heads[0].name))
    send(output, 2)
  }

  private func answer(_ configuration: UInt32) {
    requests.append("apply")
    let answer = answers.count > 1 ? answers.removeFirst() : answers[0]
    switch answer {
    case .succeed:
      turn()
      send(configuration, 0)
      tellState()
    case .pretend: send(configuration, 0)
    case .succeedForOthers:
      turn()
      send(configuration, 0)
      tellOutput(output)
    case .succeedForNewcomers:
      turn()
      send(configuration, 0)
      send(output, 2)
    case .refuse: send(configuration, 1)
    case .refuseAndTurn:
      turn()
      send(configuration, 1)
      tellState()
    case .cancel:
      send(configuration, 2)
      tellState()
    case .unplug:
      heads.removeFirst()
      tellState()
      send(configuration, 1)
    case .raw(let bytes): send(bytes)
    case .silence: break
    }
    wanted = [:]
  }

  private func turn() { for change in wanted.values { heads[change.index].transform = change.transform } }
}

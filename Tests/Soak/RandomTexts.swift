/// What clients say at random, as JSON: mostly what an honest application would say, now and then not.
extension Dice {
  static let interfaces = ["portrait", "portraitUpsideDown", "landscapeLeft", "landscapeRight"]
  static let poses = interfaces + ["faceUp", "faceDown"]

  private static let oddMasks = [
    "[\"all\"]", "[]", "[\"sideways\"]", "[7]", "\"portrait\"", "[\"android:sensorLandscape\"]",
  ]
  private static let styles = ["pageSheet", "popover", "custom", "overFullScreen", "upsideDown"]

  mutating func interface() -> String { pick(Self.interfaces) }

  private mutating func words() -> String {
    if chance(12) { return pick(Self.oddMasks) }
    let chosen = Self.interfaces.shuffled(using: &self).prefix(1 + below(4))
    return "[" + chosen.map { "\"\($0)\"" }.joined(separator: ",") + "]"
  }

  /// `"supported":…` or `"supportedRaw":…`, of whatever the prefix names.
  mutating func mask(_ name: String = "supported") -> String {
    chance(4) ? "\"\(name)Raw\":\(chance(8) ? below(100) - 50 : 2 * below(16))" : "\"\(name)\":\(words())"
  }

  mutating func application() -> String {
    var fields = ["\"id\":\"\(chance(60) ? "" : "org.example.a\(below(30))")\""]
    if chance(4) { fields.append("\"name\":\"Größe \(below(9))\"") }
    if chance(3) { fields.append("\"profile\":\"\(pick(["ios5", "ios6", "modern", "ios99"]))\"") }
    if chance(3) { fields.append("\"idiom\":\"\(pick(["phone", "pad"]))\"") }
    if chance(4) { fields.append(mask()) }
    if chance(4) { fields.append(mask("delegateMask")) }
    if chance(8) { fields.append(mask("subclassMask")) }
    if chance(5) { fields.append("\"legacyShim\":\(chance(2))") }
    if chance(6) { fields.append("\"infoPlist\":\(infoPlist())") }
    return "{" + fields.joined(separator: ",") + "}"
  }

  private mutating func infoPlist() -> String {
    let names = ["Portrait", "LandscapeLeft", "LandscapeRight", "PortraitUpsideDown", "Sideways"]
    let list = names.shuffled(using: &self).prefix(below(5)).map { "\"UIInterfaceOrientation\($0)\"" }
    let key = "UISupportedInterfaceOrientations" + pick(["", "~ipad", "~iphone", "~toaster"])
    let odd = chance(6) ? ",\"UIRequiresFullScreen\":\"perhaps\"" : ",\"CFBundleName\":\"x\""
    return "{\"\(key)\":[\(list.joined(separator: ","))]\(chance(3) ? odd : "")}"
  }

  /// A controller tree.
  ///
  /// Ids repeat from call to call, so that trees differ by children, by what is presented, or by all.
  mutating func tree() -> String {
    if chance(15) { return "null" }
    if chance(40) { return chain(of: 60 + below(10)) }
    if chance(60) {
      let children = (0..<(chance(2) ? 1100 : 300)).map { "{\"id\":\"n\($0)\"}" }.joined(separator: ",")
      return "{\"id\":\"many\",\"kind\":\"tabBar\",\"children\":[\(children)]}"
    }
    var number = 0
    return controller(depth: 0, presents: chance(3), &number)
  }

  private func chain(of levels: Int) -> String {
    (1..<levels).map { "{\"id\":\"c\($0)\",\"presented\":" }.joined() + "{\"id\":\"last\"}"
      + String(repeating: "}", count: levels - 1)
  }

  private mutating func controller(depth: Int, presents: Bool, _ number: inout Int) -> String {
    number += 1
    var fields = ["\"id\":\"\(chance(80) ? "same" : "c\(number)\(depth == 0 ? pick(["", "x", "y"]) : "")")\""]
    let isContainer = depth < 3 && chance(2)
    if isContainer { fields.append("\"kind\":\"\(pick(["navigation", "tabBar", "split", "page"]))\"") }
    if chance(40) { fields.append("\"kind\":\"alert\"") }
    if chance(4) { fields.append("\"shouldAutorotate\":\(!chance(3))") }
    if chance(2) { fields.append(mask()) }
    if chance(6) { fields.append("\"preferred\":\"\(interface())\"") }
    if chance(12) { fields.append("\"preferredRaw\":\(below(20) - 5)") }
    if chance(8) { fields.append(mask("legacyMask")) }
    if chance(8) { fields.append("\"asks\":\"\(pick(["visibleChild", "visibleViewController"]))\"") }
    if chance(8) { fields.append("\"style\":\"\(pick(Self.styles))\"") }
    if chance(3) { fields.append("\"dynamic\":true") }
    if chance(12) { fields.append("\"locksInterfaceOrientation\":true") }
    if isContainer {
      let children = (0..<below(4)).map { _ in controller(depth: depth + 1, presents: chance(20), &number) }
      fields.append("\"children\":[\(children.joined(separator: ","))]")
      if chance(3) { fields.append("\"selected\":\(below(4))") }
    }
    if presents { fields.append("\"presented\":\(controller(depth: 2, presents: chance(3), &number))") }
    return "{" + fields.joined(separator: ",") + "}"
  }

  /// Bytes that are no Varlink, up to a message that is too long.
  mutating func garbage() -> [UInt8] {
    switch below(7) {
    case 0: return (0..<below(2000)).map { _ in UInt8(truncatingIfNeeded: next()) }
    case 1: return Array("{\"method\":7}".utf8) + [0]
    case 2: return [UInt8](repeating: UInt8(ascii: "["), count: below(3000)) + [0]
    case 3: return [UInt8](repeating: 0, count: below(50))
    case 4: return Array("{\"method\":\"org.plumbd.Rotation.Register\",\"parameters\":[]}".utf8) + [0]
    case 5:
      return Array(#"{"method":"org.plumbd.Rotation.Register","parameters":{"application":{"id":"\ud800"}}}"#.utf8) + [
        0
      ]
    default: return [UInt8](repeating: UInt8(ascii: "x"), count: chance(3) ? 300 * 1024 : below(20000))
    }
  }
}

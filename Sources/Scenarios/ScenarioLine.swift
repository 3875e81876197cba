import Autorotation
import FoundationEssentials
import Orientation

/// A scenario as it stands in its line, before a file beside it is read.
struct ScenarioLine: Decodable {
  private struct Application: Decodable {
    var delegateMask: InterfaceOrientationMask?
    var subclassMask: InterfaceOrientationMask?
    var infoPlist: InfoPlist?
    var infoPlistFile: String?
    var warnings: [String] = []

    init() {}

    init(from decoder: any Decoder) throws {
      let object = try StrictObject(
        decoder, allowing: ["delegateMask", "subclassMask", "infoPlist", "infoPlistFile"])
      func mask(_ key: String) throws -> InterfaceOrientationMask? {
        let mask = try object.value(key, as: MaskValue.self)?.mask
        if let slip = mask.flatMap({ MaskSlip($0) }) { warnings.append("\(key): \(slip.message)") }
        return mask
      }
      delegateMask = try mask("delegateMask")
      subclassMask = try mask("subclassMask")
      infoPlist = try object.value("infoPlist")
      infoPlistFile = try object.value("infoPlistFile")
      if infoPlist != nil, infoPlistFile != nil {
        throw object.failure("infoPlist and infoPlistFile exclude each other")
      }
    }
  }

  private let name: String?
  private let profile: Profile
  private let idiom: Idiom
  private let deviceMask: InterfaceOrientationMask
  private let application: Application
  private let infoPlistFile: String?
  private let device: DeviceOrientation
  private let interface: InterfaceOrientation?
  private let locked: Bool
  private let windowed: Bool
  private let legacyShim: Bool
  private let root: ControllerValue?
  private let steps: [ScenarioStep]

  static let keys: Set<String> = [
    "name", "why", "profile", "idiom", "deviceMask", "application", "infoPlistFile", "device", "interface", "locked",
    "windowed", "legacyShim", "root", "steps",
  ]

  init(from decoder: any Decoder) throws {
    let object = try StrictObject(decoder, allowing: Self.keys)
    name = try object.value("name")
    _ = try object.value("why", as: String.self)
    profile = try object.word("profile") ?? .ios6
    idiom = try object.word("idiom") ?? .phone
    deviceMask = try object.value("deviceMask", as: MaskValue.self)?.mask ?? .all
    application = try object.value("application") ?? Application()
    infoPlistFile = try object.value("infoPlistFile")
    device = try object.value("device") ?? .portrait
    interface = try object.value("interface")
    locked = try object.value("locked") ?? false
    windowed = try object.value("windowed") ?? false
    legacyShim = try object.value("legacyShim") ?? false
    root = try object.value("root")
    steps = try object.value("steps") ?? []
  }

  /// The scenario, with the property list that it names.
  func scenario(number: Int, readFile: ScenarioFile.Reader) throws(ScenarioError) -> Scenario {
    let infoPlist = try infoPlist(readFile)
    let masks = ApplicationMasks(
      infoPlist: infoPlist, delegateMask: application.delegateMask, subclassMask: application.subclassMask,
      profile: profile, idiom: idiom, legacyShim: legacyShim)
    if let root {
      do { try root.controller.validate() } catch { throw ScenarioError(path: error.path, problem: error.reason) }
    }
    let start = interface ?? masks.launchOrientation(device: locked ? nil : device.interfaceOrientation)
    let window = WindowState(
      application: masks, deviceMask: deviceMask, interface: start, device: device, lock: locked ? start : nil,
      windowed: windowed, root: root?.controller)
    let warnings =
      application.warnings + (infoPlist?.warnings ?? []) + (root?.warnings ?? [])
      + steps.enumerated().flatMap { index, step in step.warnings.map { "steps[\(index)]: \($0)" } }
    return Scenario(name: name ?? "line \(number)", window: window, steps: steps, warnings: warnings)
  }

  private func infoPlist(_ readFile: ScenarioFile.Reader) throws(ScenarioError) -> InfoPlist? {
    guard let file = application.infoPlistFile ?? infoPlistFile else { return application.infoPlist }
    if application.infoPlist != nil {
      throw ScenarioError(path: "infoPlistFile", problem: "infoPlist and infoPlistFile exclude each other")
    }
    do {
      return try PropertyListDecoder().decode(InfoPlist.self, from: readFile(file))
    } catch let error as DecodingError {
      throw ScenarioError(path: "infoPlistFile", problem: "\(file): \(ScenarioError(error).message)")
    } catch {
      throw ScenarioError(path: "infoPlistFile", problem: "\(file) cannot be read")
    }
  }
}

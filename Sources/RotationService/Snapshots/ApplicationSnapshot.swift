import Autorotation
import Orientation
import PlumbInterface

/// A registered application with its windows, as it is kept across a restart.
struct ApplicationSnapshot: Codable, Sendable, Hashable {
  var token: String
  var id: String
  var name: String
  var order: Int
  var hasLaunched: Bool
  var masks: MasksSnapshot
  var windows: [WindowSnapshot]
}

/// What an application says about orientations: the sources, not what follows from them.
struct MasksSnapshot: Codable, Sendable, Hashable {
  /// The keys of an Info.plist by their suffix.
  struct Plist: Codable, Sendable, Hashable {
    var supported: [String: [String]]
    var launchOrientation: [String: String]
    var requiresFullScreen: [String: Bool]
  }

  var infoPlist: Plist?
  var delegateMask: Int?
  var subclassMask: Int?
  var profile: ProfileName
  var idiom: IdiomName
  var legacyShim: Bool

  init(_ masks: ApplicationMasks) {
    infoPlist = masks.infoPlist.map {
      Plist(
        supported: Self.bySuffix($0.supported), launchOrientation: Self.bySuffix($0.launchOrientation),
        requiresFullScreen: Self.bySuffix($0.requiresFullScreen))
    }
    delegateMask = masks.delegateMask?.rawValue
    subclassMask = masks.subclassMask?.rawValue
    profile = ProfileName(masks.profile)
    idiom = IdiomName(masks.idiom)
    legacyShim = masks.legacyShim
  }

  func masks() throws(SnapshotError) -> ApplicationMasks {
    ApplicationMasks(
      infoPlist: try infoPlist.map { plist throws(SnapshotError) in
        let lists = plist.supported.values
        try SnapshotError.check(
          lists.allSatisfy { $0.count <= 64 && $0.allSatisfy { $0.utf8.count <= 255 } }, "an Info.plist is too long")
        return InfoPlist(
          supported: try Self.bySuffix(plist.supported), launchOrientation: try Self.bySuffix(plist.launchOrientation),
          requiresFullScreen: try Self.bySuffix(plist.requiresFullScreen))
      }, delegateMask: delegateMask.map(InterfaceOrientationMask.init),
      subclassMask: subclassMask.map(InterfaceOrientationMask.init), profile: Profile(profile), idiom: Idiom(idiom),
      legacyShim: legacyShim)
  }

  private static func bySuffix<Value>(_ values: [InfoPlist.Suffix: Value]) -> [String: Value] {
    Dictionary(values.map { ($0.key.rawValue, $0.value) }) { first, _ in first }
  }

  private static func bySuffix<Value>(_ values: [String: Value]) throws(SnapshotError) -> [InfoPlist.Suffix: Value] {
    var known: [InfoPlist.Suffix: Value] = [:]
    for (suffix, value) in values {
      known[try SnapshotError.require(InfoPlist.Suffix(rawValue: suffix), "\"\(suffix)\" is no suffix of a key")] =
        value
    }
    return known
  }
}

/// A window as it is kept across a restart; the device and the user's lock are the service's.
struct WindowSnapshot: Codable, Sendable, Hashable {
  var name: String
  var order: Int
  var interface: InterfaceOrientation
  var windowed: Bool
  var root: ControllerSnapshot?
  var reason: RotationState.Reason
  /// The last decision, which `Explain` tells.
  var decision: DecisionReport?
  /// Its place among those that were brought to the front, the last one in front.
  var activation: Int?
}

import Autorotation
import JSON
import Orientation
import PlumbInterface
import Varlink

extension ApplicationMasks {
  /// What an application has declared on the socket.
  /// - Throws: `VarlinkError.invalidParameter` naming the field.
  init(_ description: ApplicationDescription, in context: ForeignOrientation.Context) throws(VarlinkError) {
    func mask(_ words: [String]?, _ raw: Int?, _ field: String) throws(VarlinkError) -> InterfaceOrientationMask? {
      try InterfaceOrientationMask(words: words, raw: raw, "application." + field, in: context)
    }
    let supported = try mask(description.supported, description.supportedRaw, "supported")
    if supported != nil && description.infoPlist != nil { throw .invalidParameter("application.supported") }
    let infoPlist: InfoPlist?
    if let supported {
      // The list of a client that speaks of orientations directly is no claim to UIKit's multitasking, which would
      // bypass its controllers.
      infoPlist = InfoPlist(
        supported: Self.preferenceOrder(description.supported ?? [], supported, in: context), requiresFullScreen: true)
    } else if let plist = description.infoPlist {
      infoPlist = try InfoPlist(plist)
    } else {
      infoPlist = nil
    }
    self.init(
      infoPlist: infoPlist,
      delegateMask: try mask(description.delegateMask, description.delegateMaskRaw, "delegateMask"),
      subclassMask: try mask(description.subclassMask, description.subclassMaskRaw, "subclassMask"),
      profile: Profile(description.profile ?? .modern), idiom: Idiom(description.idiom ?? .pad),
      legacyShim: description.legacyShim ?? false)
  }

  /// The orientations in the order in which the words name them, each once.
  private static func preferenceOrder(
    _ words: [String], _ mask: InterfaceOrientationMask, in context: ForeignOrientation.Context
  ) -> [InterfaceOrientation] {
    var order: [InterfaceOrientation] = []
    let named = words.compactMap { InterfaceOrientationMask(anyWord: $0, in: context) }.flatMap(\.orientations)
    for orientation in named + mask.orientations where !order.contains(orientation) { order.append(orientation) }
    return order
  }
}

extension InfoPlist {
  private static let mostNames = 64

  /// The keys that count of a property list that came as JSON; all others are free.
  /// - Throws: `VarlinkError.invalidParameter` naming the key whose value has another type.
  fileprivate init(_ plist: JSONValue) throws(VarlinkError) {
    self.init()
    for suffix in Suffix.allCases {
      let key = Self.supportedKey + suffix.rawValue
      if let value = plist[key] {
        // What is kept as long as the application lives is short: there are four orientations to name.
        guard case .array(let elements) = value, elements.count <= Self.mostNames else {
          throw .invalidParameter("application.infoPlist." + key)
        }
        var names: [String] = []
        for (index, element) in elements.enumerated() {
          guard case .string(let name) = element, name.utf8.count <= 255 else {
            throw .invalidParameter("application.infoPlist.\(key)[\(index)]")
          }
          names.append(name)
        }
        supported[suffix] = names
      }
      let hint = Self.launchKey + suffix.rawValue
      if let value = plist[hint] {
        guard case .string(let name) = value, name.utf8.count <= 255 else {
          throw .invalidParameter("application.infoPlist." + hint)
        }
        launchOrientation[suffix] = name
      }
      let fullScreen = Self.fullScreenKey + suffix.rawValue
      if let value = plist[fullScreen] {
        guard case .bool(let required) = value else { throw .invalidParameter("application.infoPlist." + fullScreen) }
        requiresFullScreen[suffix] = required
      }
    }
  }
}

extension Profile {
  init(_ name: ProfileName) {
    self =
      switch name {
      case .ios5: .ios5
      case .ios6: .ios6
      case .modern: .modern
      }
  }
}

extension Idiom {
  init(_ name: IdiomName) {
    self =
      switch name {
      case .phone: .phone
      case .pad: .pad
      }
  }
}

extension ProfileName {
  init(_ profile: Profile) {
    self =
      switch profile {
      case .ios5: .ios5
      case .ios6: .ios6
      case .modern: .modern
      }
  }
}

extension IdiomName {
  init(_ idiom: Idiom) {
    self =
      switch idiom {
      case .phone: .phone
      case .pad: .pad
      }
  }
}

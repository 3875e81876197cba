public import JSON

/// `Profile` of org.plumbd.Rotation: which generation of UIKit's rules.
public enum ProfileName: String, Codable, Sendable, Hashable { case ios5, ios6, modern }

/// `Idiom` of org.plumbd.Rotation: whose defaults hold.
public enum IdiomName: String, Codable, Sendable, Hashable { case phone, pad }

/// `Application` of org.plumbd.Rotation: what an application declares once.
public struct ApplicationDescription: Codable, Sendable, Hashable {
  /// A reverse-domain or desktop-file id.
  public var id: String
  /// For people.
  public var name: String?
  /// The rules; `modern` where absent.
  public var profile: ProfileName?
  /// The defaults; `pad` where absent.
  public var idiom: IdiomName?
  /// Real Info.plist keys.
  public var infoPlist: JSONValue?
  /// The supported orientations in order of preference, in words.
  public var supported: [String]?
  /// The same as a raw number.
  public var supportedRaw: Int?
  /// `application:supportedInterfaceOrientationsForWindow:`, in words.
  public var delegateMask: [String]?
  /// The same as a raw number.
  public var delegateMaskRaw: Int?
  /// A UIApplication subclass's answer, in words.
  public var subclassMask: [String]?
  /// The same as a raw number.
  public var subclassMaskRaw: Int?
  /// Whether iOS 6 methods are bridged from the iOS 5 predicate.
  public var legacyShim: Bool?

  /// Declares an application by its id; the rest is set where it is not the default.
  public init(id: String, supported: [String]? = nil) {
    self.id = id
    self.supported = supported
  }
}

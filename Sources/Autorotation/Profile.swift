import Orientation

/// Which generation of UIKit's mechanism a client lives under.
public enum Profile: String, Sendable, Hashable, CaseIterable {
  /// One predicate, `shouldAutorotateToInterfaceOrientation:`, asked about one orientation; the list of Info.plist
  /// serves the launch alone.
  case ios5
  /// Masks: the application's and the topmost controller's.
  case ios6
  /// What came after iOS 6: settling after a transition, `setNeedsUpdateOfSupportedInterfaceOrientations`, geometry
  /// requests, sheets that do not fill the window, multitasking on pads, container delegates, the lock preference.
  case modern
}

/// The kind of device, UIKit's user interface idiom.
public enum Idiom: String, Sendable, Hashable, CaseIterable {
  /// A device for one hand.
  case phone
  /// A device for two.
  case pad

  /// What applications and controllers support where they say nothing: all but upside down on a phone, all on a pad
  /// (UIKit's documented defaults).
  public var defaultMask: InterfaceOrientationMask {
    switch self {
    case .phone: .allButUpsideDown
    case .pad: .all
    }
  }
}

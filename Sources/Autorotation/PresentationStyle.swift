/// How a controller is presented over another, UIKit's `UIModalPresentationStyle`.
public enum PresentationStyle: String, Sendable, Hashable, CaseIterable {
  /// Covers the window.
  case fullScreen
  /// Covers the window and leaves what is beneath in it.
  case overFullScreen
  /// A sheet of a page's width.
  case pageSheet
  /// A small sheet.
  case formSheet
  /// A bubble at a place.
  case popover
  /// Covers the controller that presents it.
  case currentContext
  /// Covers the controller that presents it and leaves it in the window.
  case overCurrentContext
  /// As a presentation controller of the application's own has it; covers the window unless told otherwise.
  case custom

  /// Whether a controller in this style fills the window, and so is the one to be asked.
  ///
  /// On a phone's narrow window, sheets and popovers became full screens up to iOS 12; since then they are cards. The
  /// contexts fill as much as the controller that presents them.
  func fillsWindow(presenterFills: Bool, profile: Profile, idiom: Idiom) -> Bool {
    switch self {
    case .fullScreen, .overFullScreen, .custom: true
    case .pageSheet, .formSheet, .popover: idiom == .phone && profile != .modern
    case .currentContext, .overCurrentContext: presenterFills
    }
  }
}

/// Answers for an application, as UIKit's `UIApplicationDelegate`.
public protocol ApplicationDelegate: AnyObject {
  /// The orientations that the application allows; nil leaves the answer to the application itself.
  ///
  /// It is asked anew at each evaluation; changing the answer asks nobody by itself. (UIKit's
  /// `application(_:supportedInterfaceOrientationsFor:)`; it takes the place of the Info.plist's list.)
  func application(_ application: Application, supportedInterfaceOrientationsFor window: Window?)
    -> InterfaceOrientationMask?
}

extension ApplicationDelegate {
  /// Leaves the answer to the application.
  public func application(_ application: Application, supportedInterfaceOrientationsFor window: Window?)
    -> InterfaceOrientationMask?
  { nil }
}

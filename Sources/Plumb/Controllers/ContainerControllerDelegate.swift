/// Answers in place of a container, as iOS 7's delegates of navigation, tab bar, split and page controllers.
///
/// It counts under the profile `modern`, and where the container itself has no answer.
public protocol ContainerControllerDelegate: AnyObject {
  /// The orientations in which the container can be shown; nil for no answer.
  func supportedInterfaceOrientations(of container: ViewController) -> InterfaceOrientationMask?
  /// The orientation in which it wants to be presented; nil for no answer.
  func preferredInterfaceOrientationForPresentation(of container: ViewController) -> InterfaceOrientation?
}

extension ContainerControllerDelegate {
  /// No answer.
  public func supportedInterfaceOrientations(of container: ViewController) -> InterfaceOrientationMask? { nil }
  /// No answer.
  public func preferredInterfaceOrientationForPresentation(of container: ViewController) -> InterfaceOrientation? {
    nil
  }

  func answers(for container: ViewController) -> ContainerAnswers {
    ContainerAnswers(
      supported: supportedInterfaceOrientations(of: container),
      preferred: preferredInterfaceOrientationForPresentation(of: container))
  }
}

import PlumbInterface

/// An alert or action sheet, which takes the answers of the controller that presents it.
public final class AlertController: ViewController {
  override var kind: ControllerDescription.Kind { .alert }
  override var isStock: Bool { true }
}

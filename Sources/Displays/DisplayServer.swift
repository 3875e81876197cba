/// What turns screens: a compositor or an X server, that this session is a client of.
///
/// Events go to the handler given at init, on the main actor, and never from inside a call. Nothing waits: until the
/// first `outputsChanged` no outputs are known. After `lost` it is of no use any more, and a new one may be made.
public protocol DisplayServer: AnyObject {
  /// The outputs, in the server's order.
  var outputs: [Output] { get }
  /// The window that has the user's attention; nil where nobody has, or nobody knows.
  var front: Toplevel? { get }
  /// Whether the server tells of windows at all; known with the first `outputsChanged`.
  var tellsFront: Bool { get }
  /// Turns an output, and leaves its mode, position and scale, and all other outputs, as they are.
  ///
  /// Sends no request where the output is right already. The completion comes once, later, and after the result was
  /// read back; a newer call for the same output takes the place of one that still waits, and both hear what came of it.
  func apply(
    _ transform: OutputTransform, to output: String, completion: @escaping (DisplayFailure?) -> Void)
  /// Ties touch screens and pens to an output, so that they turn with it.
  ///
  /// Does nothing, without a failure, where the server offers no way to do so or does so by itself.
  func mapInput(to output: String, completion: @escaping (DisplayFailure?) -> Void)
  /// Ends the connection; no event and no completion comes after it.
  func close()
}

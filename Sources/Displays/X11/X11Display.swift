import CXCB
public import EventLoop
import Glibc

/// An X server: outputs through RandR, touch screens and pens through XInput, the active window through the window
/// manager's hints.
public final class X11Display: DisplayServer {
  /// The outputs that something is plugged into.
  public private(set) var outputs: [Output] = []
  /// The active window.
  public private(set) var front: Toplevel?
  /// Whether a window manager tells which window is active.
  public private(set) var tellsFront = false

  private let connection: X11Connection
  private let handler: (DisplayEvent) -> Void
  private let randrEvents: ClosedRange<UInt8>
  private let input: X11Input?
  private let active: X11Front
  private var later: DeferredSource?
  private var completions: [() -> Void] = []
  private var isOpen = true
  private var isFirst = true
  private var outputsAreStale = true
  private var frontIsStale = true
  /// The output that touch screens and pens are tied to, nil for none.
  private var tied: String?

  /// Connects.
  ///
  /// - Parameters:
  ///   - display: The server's name, as `DISPLAY` has it.
  ///   - loop: Where its events are told.
  ///   - handler: Gets them.
  /// - Throws: where the server cannot be reached, or cannot turn outputs at all.
  public init(_ display: String, loop: EventLoop, handler: @escaping (DisplayEvent) -> Void) throws(DisplayFailure) {
    self.handler = handler
    let wake = Wake()
    connection = try X11Connection(display, loop: loop) { wake.body() }
    guard let randr = plumb_xcb_randr(connection.handle), randr.pointee.present == 1 else {
      throw DisplayFailure("the X server \(display) has no RandR, so its outputs cannot be turned")
    }
    randrEvents = randr.pointee.first_event...(randr.pointee.first_event + 1)
    let cookie = xcb_randr_query_version(connection.handle, 1, 3)
    let version = take(xcb_randr_query_version_reply(connection.handle, cookie, nil)) {
      ($0.pointee.major_version, $0.pointee.minor_version)
    }
    guard let version, version >= (1, 3) else {
      throw DisplayFailure("the X server \(display) has an old RandR; 1.3 is needed")
    }
    input = X11Input(connection)
    active = X11Front(connection)
    xcb_randr_select_input(
      connection.handle, connection.root,
      UInt16(
        XCB_RANDR_NOTIFY_MASK_SCREEN_CHANGE.rawValue | XCB_RANDR_NOTIFY_MASK_CRTC_CHANGE.rawValue
          | XCB_RANDR_NOTIFY_MASK_OUTPUT_CHANGE.rawValue))
    connection.flush()
    X11Screen.probeWhereUnknown(connection)
    later = loop.addDeferred { [weak self] in self?.deliver() }
    wake.body = { [weak self] in self?.takeEvents() }
    schedule()
  }

  /// Lets the connection be made before the whole that it reports to.
  private final class Wake {
    var body: () -> Void = {}
  }

  /// Turns an output through RandR.
  public func apply(
    _ transform: OutputTransform, to output: String, completion: @escaping (DisplayFailure?) -> Void
  ) {
    var failure: DisplayFailure?
    do throws(DisplayFailure) {
      guard let screen = X11Screen(connection) else { throw DisplayFailure("the X server is gone") }
      try screen.turn(output, to: transform)
      let result = X11Screen(connection)?.outputs.first { $0.name == output }?.transform
      if result != transform {
        throw DisplayFailure("the X server took it, and shows \(result?.word ?? "nothing") all the same")
      }
    } catch { failure = error }
    outputsAreStale = true
    completions.append { completion(failure) }
    schedule()
  }

  /// Sets the matrix of touch screens and pens, now and whenever the output is turned.
  public func mapInput(to output: String, completion: @escaping (DisplayFailure?) -> Void) {
    tied = output
    if let screen = X11Screen(connection) { tieInput(on: screen) }
    completions.append { completion(nil) }
    schedule()
  }

  /// Ends the connection.
  public func close() {
    isOpen = false
    completions = []
    later = nil
  }

  // MARK: What the server tells

  private func takeEvents() {
    guard isOpen else { return }
    while let event = xcb_poll_for_event(connection.handle) {
      let kind = event.pointee.response_type & 0x7f
      if randrEvents.contains(kind) {
        outputsAreStale = true
      } else if kind == UInt8(XCB_PROPERTY_NOTIFY) {
        frontIsStale = true
      }
      // Kind 0 is the error of a request that nobody waits for, about a window that is gone by now.
      free(event)
    }
    if outputsAreStale || frontIsStale || connection.isLost { schedule() }
  }

  private func schedule() { try? later?.schedule() }

  private func deliver() {
    guard isOpen else { return }
    // Answers that were waited for may have brought events with them, of which the socket tells no more.
    takeEvents()
    guard !connection.isLost else {
      isOpen = false
      return handler(.lost(reason: "the X server has ended the connection"))
    }
    let outputsChanged = refreshOutputs()
    let frontChanged = refreshFront()
    let done = completions
    completions = []
    if outputsChanged { handler(.outputsChanged) }
    if frontChanged, isOpen { handler(.frontChanged) }
    for completion in done where isOpen { completion() }
  }

  private func refreshOutputs() -> Bool {
    guard outputsAreStale, let screen = X11Screen(connection) else { return false }
    outputsAreStale = false
    if tied != nil { tieInput(on: screen) }
    let before = outputs
    outputs = screen.outputs
    defer { isFirst = false }
    if isFirst { tellsFront = active.isTold }
    return isFirst || outputs != before
  }

  /// True where what is told of windows is another than before; `outputsChanged` tells of `tellsFront`.
  private func refreshFront() -> Bool {
    guard frontIsStale else { return false }
    frontIsStale = false
    let before = (front, tellsFront)
    tellsFront = active.isTold
    front = tellsFront ? active.window : nil
    if tellsFront != before.1 { handler(.outputsChanged) }
    return front != before.0
  }

  private func tieInput(on screen: X11Screen) {
    guard let input, let crtc = screen.heads.first(where: { $0.name == tied })?.crtc else { return }
    input.tie(
      by: crtc.rectangle.touchMatrix(turned: OutputTransform(randr: crtc.rotation), on: screen.extent))
  }
}

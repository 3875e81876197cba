import CXCB

/// The outputs and their controllers as RandR has them at one moment, and the way to turn one of them.
struct X11Screen {
  /// An output that something is plugged into.
  struct Head {
    var id: xcb_randr_output_t
    var name: String
    /// What drives it, nil where it is off.
    var crtc: CRTC?
  }

  /// A controller that drives outputs.
  struct CRTC {
    var id: xcb_randr_crtc_t
    var rectangle: ScreenRectangle
    var mode: xcb_randr_mode_t
    /// The mode's size, before the rotation.
    var modeSize: (width: Int, height: Int)
    /// RandR's bits: what is, and what can be.
    var rotation: UInt16
    var rotations: UInt16
    var outputs: [xcb_randr_output_t]
  }

  private let connection: X11Connection
  private let configuration: xcb_timestamp_t
  let heads: [Head]
  private let crtcs: [CRTC]

  /// Has a server look for its outputs that has not done so: those with an old kind of driver look only when asked.
  ///
  /// On hardware a look may take a second, so that the others are not asked for one.
  static func probeWhereUnknown(_ connection: X11Connection) {
    let (handle, root) = (connection.handle, connection.root)
    let known = take(
      xcb_randr_get_screen_resources_current_reply(
        handle, xcb_randr_get_screen_resources_current(handle, root), nil)
    ) { $0.pointee.num_outputs }
    guard known == 0 else { return }
    free(xcb_randr_get_screen_resources_reply(handle, xcb_randr_get_screen_resources(handle, root), nil))
  }

  /// Reads all of it; nil where the server does not say.
  init?(_ connection: X11Connection) {
    let handle = connection.handle
    let cookie = xcb_randr_get_screen_resources_current(handle, connection.root)
    guard let resources = xcb_randr_get_screen_resources_current_reply(handle, cookie, nil) else { return nil }
    defer { free(resources) }
    self.connection = connection
    configuration = resources.pointee.config_timestamp
    let timestamp = configuration

    var sizes: [xcb_randr_mode_t: (width: Int, height: Int)] = [:]
    let modes = UnsafeBufferPointer(
      start: xcb_randr_get_screen_resources_current_modes(resources),
      count: Int(xcb_randr_get_screen_resources_current_modes_length(resources)))
    for mode in modes { sizes[mode.id] = (Int(mode.width), Int(mode.height)) }

    let crtcs = UnsafeBufferPointer(
      start: xcb_randr_get_screen_resources_current_crtcs(resources),
      count: Int(xcb_randr_get_screen_resources_current_crtcs_length(resources))
    ).compactMap { Self.crtc($0, handle, timestamp, sizes) }
    self.crtcs = crtcs
    heads = UnsafeBufferPointer(
      start: xcb_randr_get_screen_resources_current_outputs(resources),
      count: Int(xcb_randr_get_screen_resources_current_outputs_length(resources))
    ).compactMap { Self.head($0, handle, timestamp, crtcs) }
  }

  private static func crtc(
    _ id: xcb_randr_crtc_t, _ handle: OpaquePointer, _ timestamp: xcb_timestamp_t,
    _ sizes: [xcb_randr_mode_t: (width: Int, height: Int)]
  ) -> CRTC? {
    take(xcb_randr_get_crtc_info_reply(handle, xcb_randr_get_crtc_info(handle, id, timestamp), nil)) { reply in
      let info = reply.pointee
      guard info.mode != 0 else { return nil }
      let rectangle = ScreenRectangle(
        x: Int(info.x), y: Int(info.y), width: Int(info.width), height: Int(info.height))
      let outputs = UnsafeBufferPointer(
        start: xcb_randr_get_crtc_info_outputs(reply), count: Int(xcb_randr_get_crtc_info_outputs_length(reply)))
      return CRTC(
        id: id, rectangle: rectangle, mode: info.mode,
        modeSize: sizes[info.mode] ?? (rectangle.width, rectangle.height), rotation: info.rotation,
        rotations: info.rotations, outputs: Array(outputs))
    } ?? nil
  }

  private static func head(
    _ id: xcb_randr_output_t, _ handle: OpaquePointer, _ timestamp: xcb_timestamp_t, _ crtcs: [CRTC]
  ) -> Head? {
    take(xcb_randr_get_output_info_reply(handle, xcb_randr_get_output_info(handle, id, timestamp), nil)) { reply in
      guard reply.pointee.connection != UInt8(XCB_RANDR_CONNECTION_DISCONNECTED.rawValue) else { return nil }
      let name = UnsafeBufferPointer(
        start: xcb_randr_get_output_info_name(reply), count: Int(xcb_randr_get_output_info_name_length(reply)))
      return Head(
        id: id, name: String(decoding: name, as: UTF8.self), crtc: crtcs.first { $0.id == reply.pointee.crtc })
    } ?? nil
  }

  /// What the server shows, in its order.
  var outputs: [Output] {
    heads.map { head in
      Output(
        name: head.name, isEnabled: head.crtc != nil, transform: OutputTransform(randr: head.crtc?.rotation ?? 1),
        width: Int32(clamping: head.crtc?.modeSize.width ?? 0),
        height: Int32(clamping: head.crtc?.modeSize.height ?? 0))
    }
  }

  /// The X screen's size as its outputs need it.
  var extent: (width: Int, height: Int) { ScreenRectangle.extent(of: crtcs.map(\.rectangle)) }

  // MARK: Turning

  /// Turns an output, growing the screen before and shrinking it after, so that nothing goes dark in between.
  ///
  /// - Throws: what the server does not do; all is as before then.
  func turn(_ name: String, to transform: OutputTransform) throws(DisplayFailure) {
    guard let crtc = heads.first(where: { $0.name == name })?.crtc else {
      throw DisplayFailure("there is no output \(name), or it is off")
    }
    guard crtc.rotation != transform.randr else { return }
    guard crtc.rotations & transform.randr == transform.randr else {
      throw DisplayFailure("its driver cannot turn it so")
    }
    var rectangle = crtc.rectangle
    rectangle.width = transform.isSideways ? crtc.modeSize.height : crtc.modeSize.width
    rectangle.height = transform.isSideways ? crtc.modeSize.width : crtc.modeSize.height
    let before = extent
    let after = ScreenRectangle.extent(of: crtcs.filter { $0.id != crtc.id }.map(\.rectangle) + [rectangle])
    let both = (width: max(before.width, after.width), height: max(before.height, after.height))

    // Others see the whole of it or nothing.
    let handle = connection.handle
    xcb_grab_server(handle)
    defer {
      xcb_ungrab_server(handle)
      xcb_flush(handle)
    }
    if both != before { try resize(to: both) }
    do throws(DisplayFailure) {
      try configure(crtc, transform)
    } catch {
      if both != before { try? resize(to: before) }
      throw error
    }
    if after != both { try resize(to: after) }
  }

  private func configure(_ crtc: CRTC, _ transform: OutputTransform) throws(DisplayFailure) {
    let handle = connection.handle
    let cookie = xcb_randr_set_crtc_config(
      handle, crtc.id, xcb_timestamp_t(XCB_CURRENT_TIME), configuration, Int16(clamping: crtc.rectangle.x),
      Int16(clamping: crtc.rectangle.y), crtc.mode, transform.randr, UInt32(crtc.outputs.count), crtc.outputs)
    let status = take(xcb_randr_set_crtc_config_reply(handle, cookie, nil)) { $0.pointee.status }
    guard status == UInt8(XCB_RANDR_SET_CONFIG_SUCCESS.rawValue) else {
      throw DisplayFailure("the X server refuses it" + (status.map { " (RandR's status \($0))" } ?? ""))
    }
  }

  private func resize(to size: (width: Int, height: Int)) throws(DisplayFailure) {
    func millimetres(_ pixels: Int) -> UInt32 { UInt32(max(1, Double(pixels) * 25.4 / connection.dotsPerInch)) }
    let cookie = xcb_randr_set_screen_size_checked(
      connection.handle, connection.root, UInt16(clamping: size.width), UInt16(clamping: size.height),
      millimetres(size.width), millimetres(size.height))
    guard let error = xcb_request_check(connection.handle, cookie) else { return }
    free(error)
    throw DisplayFailure("the X server does not make the screen \(size.width) by \(size.height) pixels large")
  }
}

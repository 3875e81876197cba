import CXCB

/// Touch screens and pens as XInput knows them, and the matrix that ties them to an output.
struct X11Input {
  /// The property that the server itself applies to the coordinates of a device.
  static let property = "Coordinate Transformation Matrix"

  private let connection: X11Connection

  /// Nil where the server has no XInput 2.
  init?(_ connection: X11Connection) {
    guard plumb_xcb_input(connection.handle)?.pointee.present == 1 else { return nil }
    let cookie = xcb_input_xi_query_version(connection.handle, 2, 2)
    let version = take(xcb_input_xi_query_version_reply(connection.handle, cookie, nil)) { $0.pointee.major_version }
    guard (version ?? 0) >= 2 else { return nil }
    self.connection = connection
  }

  /// Sets the matrix of all touch screens and pens; how many there are.
  @discardableResult
  func tie(by matrix: [Float]) -> Int {
    let devices = panelDevices
    for device in devices { set(matrix, of: device) }
    connection.flush()
    return devices.count
  }

  /// Sets the matrix of one device.
  func set(_ matrix: [Float], of device: xcb_input_device_id_t) {
    _ = xcb_input_xi_change_property(
      connection.handle, device, UInt8(XCB_PROP_MODE_REPLACE.rawValue), 32, connection.atom(Self.property),
      connection.atom("FLOAT"), UInt32(matrix.count), matrix)
  }

  /// The devices whose places are places on a screen: touch screens, and pens by their pressure.
  ///
  /// A touch pad's are not, and a mouse has no places at all.
  var panelDevices: [xcb_input_device_id_t] {
    let handle = connection.handle
    let pressure = connection.atom("Abs Pressure")
    let cookie = xcb_input_xi_query_device(handle, UInt16(XCB_INPUT_DEVICE_ALL.rawValue))
    return take(xcb_input_xi_query_device_reply(handle, cookie, nil)) { reply in
      var found: [xcb_input_device_id_t] = []
      var devices = xcb_input_xi_query_device_infos_iterator(reply)
      while devices.rem > 0, let device = devices.data {
        let isSlave =
          device.pointee.type == UInt16(XCB_INPUT_DEVICE_TYPE_SLAVE_POINTER.rawValue)
          || device.pointee.type == UInt16(XCB_INPUT_DEVICE_TYPE_FLOATING_SLAVE.rawValue)
        if isSlave, Self.isOnPanel(device, pressure) { found.append(device.pointee.deviceid) }
        xcb_input_xi_device_info_next(&devices)
      }
      return found
    } ?? []
  }

  private static func isOnPanel(_ device: UnsafePointer<xcb_input_xi_device_info_t>, _ pressure: xcb_atom_t) -> Bool {
    var isDirect = false
    var isPad = false
    var hasPressure = false
    var classes = xcb_input_xi_device_info_classes_iterator(device)
    while classes.rem > 0, let data = classes.data {
      let bytes = UnsafeRawPointer(data)
      switch Int(data.pointee.type) {
      case Int(XCB_INPUT_DEVICE_CLASS_TYPE_TOUCH.rawValue):
        let touch = bytes.loadUnaligned(as: xcb_input_touch_class_t.self)
        if touch.mode == UInt8(XCB_INPUT_TOUCH_MODE_DIRECT.rawValue) { isDirect = true } else { isPad = true }
      case Int(XCB_INPUT_DEVICE_CLASS_TYPE_VALUATOR.rawValue):
        let valuator = bytes.loadUnaligned(as: xcb_input_valuator_class_t.self)
        if valuator.label == pressure { hasPressure = true }
      default: break
      }
      xcb_input_device_class_next(&classes)
    }
    return isDirect || hasPressure && !isPad
  }
}

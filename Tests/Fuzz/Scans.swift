import CLibIIO

/// A scan element's format and its bytes: whatever the format, what can be decoded is in the format's range.
///
/// The input is the text of a format up to a line feed (`le:s12/16>>4`), then at least eight bytes of a scan.
func fuzzScan(_ bytes: [UInt8]) {
  let format = bytes.prefix { $0 != UInt8(ascii: "\n") }
  let data = Array(bytes.dropFirst(format.count + 1)) + [UInt8](repeating: 0, count: 8)
  // Only what an attribute can hold and XML can carry.
  guard format.count <= 32, format.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"<&\"'".utf8.contains($0) }) else { return }
  let text = String(decoding: format, as: UTF8.self).replacing(">", with: "&gt;")
  let xml = """
    <?xml version="1.0"?><context name="f"><device id="iio:device0" name="accel">\
    <channel id="accel_x" type="input"><scan-element index="0" format="\(text)"/></channel></device></context>
    """
  guard let context = iio_create_xml_context_mem(xml, xml.utf8.count) else { return }
  defer { iio_context_destroy(context) }
  guard let device = iio_context_get_device(context, 0), let channel = iio_device_get_channel(device, 0),
    let format = iio_channel_get_data_format(channel)?.pointee, DecodedCount.canDecode(format)
  else { return }
  let count = data.withUnsafeBytes { bytes in
    bytes.baseAddress.map { DecodedCount(channel: channel, source: $0, format: format) }
  }
  guard let count else { return }
  promise(count.double.isFinite, "a count that is no number")
  guard format.is_fully_defined == false else { return }
  if format.is_signed {
    let limit = Int64(1) << (Int64(format.bits) - 1 < 62 ? Int64(format.bits) - 1 : 62)
    promise(format.bits > 62 || (count.signed >= -limit && count.signed < limit), "a count beyond its bits")
  } else {
    promise(format.bits > 62 || count.bits < UInt64(1) << UInt64(format.bits), "a count beyond its bits")
  }
}

extension String {
  fileprivate func replacing(_ character: Character, with text: String) -> String {
    reduce(into: "") { $0 += $1 == character ? text : String($1) }
  }
}

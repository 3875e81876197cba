import CLibIIO

/// One element of a scan as a number: libiio moves the bits, the storage's length says what they mean.
nonisolated struct DecodedCount: Sendable, Hashable {
  /// The element in host order, shifted, and sign-extended to its storage's length.
  var bits: UInt64
  /// Bits of storage: 8, 16, 32 or 64.
  var length: UInt32
  var isSigned: Bool

  init(bits: UInt64, length: UInt32, isSigned: Bool) {
    self.bits = bits
    self.length = length
    self.isSigned = isSigned
  }

  /// Whether libiio can decode a format; it divides by a length that it does not check.
  static func canDecode(_ format: iio_data_format) -> Bool {
    [8, 16, 32, 64].contains(format.length) && format.repeat == 1 && format.bits >= 1
      && format.bits <= format.length && format.shift <= format.length - format.bits
  }

  /// Decodes what stands at `source` in the channel's format, which has been found sound.
  init(channel: OpaquePointer, source: UnsafeRawPointer, format: iio_data_format) {
    length = format.length
    isSigned = format.is_signed
    var storage: UInt64 = 0
    bits = withUnsafeMutableBytes(of: &storage) { bytes in
      iio_channel_convert(channel, bytes.baseAddress, source)
      return switch format.length {
      case 8: UInt64(bytes.load(as: UInt8.self))
      case 16: UInt64(bytes.load(as: UInt16.self))
      case 32: UInt64(bytes.load(as: UInt32.self))
      default: bytes.load(as: UInt64.self)
      }
    }
  }

  /// As a signed number, whatever the format says.
  var signed: Int64 {
    switch length {
    case 8: Int64(Int8(truncatingIfNeeded: bits))
    case 16: Int64(Int16(truncatingIfNeeded: bits))
    case 32: Int64(Int32(truncatingIfNeeded: bits))
    default: Int64(bitPattern: bits)
    }
  }

  /// As the format says.
  var double: Double { isSigned ? Double(signed) : Double(bits) }
}

import Varlink

extension EncodedParameters {
  /// Encodes a value of ours, whose fields JSON can always hold; should one not, an empty object tells the reader.
  init(always value: some Encodable) { self = (try? EncodedParameters(value)) ?? .empty }
}

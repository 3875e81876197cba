/// A reply on its way out: its parameters, and what goes before them.
struct OutgoingReply {
  let head: [UInt8]
  let parameters: [UInt8]

  static func success(_ parameters: EncodedParameters, continues: Bool) -> OutgoingReply {
    OutgoingReply(head: continues ? continuingHead : finalHead, parameters: parameters.bytes)
  }

  static func failure(_ error: VarlinkError) -> OutgoingReply {
    // Neither can fail for a name and for values that came from JSON; a NaN made at home costs the parameters.
    let name = (try? EncodedParameters.encode(error.name)) ?? []
    let parameters = (try? EncodedParameters(error.parameters)) ?? .empty
    return OutgoingReply(head: [UInt8]("{\"error\":".utf8) + name + parametersKey, parameters: parameters.bytes)
  }

  private static let continuingHead = [UInt8]("{\"continues\":true,\"parameters\":".utf8)
  private static let finalHead = [UInt8]("{\"parameters\":".utf8)
  private static let parametersKey = [UInt8](",\"parameters\":".utf8)
}

/// What a service is and what it offers.
public struct Service: Sendable {
  /// Who made it.
  public let vendor: String
  /// What it is called.
  public let product: String
  /// Its version.
  public let version: String
  /// Where to read about it.
  public let url: String
  /// The interfaces besides `org.varlink.service`, in the order in which they are listed.
  public let interfaces: [Interface]

  private let interfacesByName: [String: Interface]

  /// A service; of interfaces with equal names the first counts.
  public init(vendor: String, product: String, version: String, url: String, interfaces: [Interface]) {
    self.vendor = vendor
    self.product = product
    self.version = version
    self.url = url
    self.interfaces = interfaces
    interfacesByName = Dictionary(([.service] + interfaces).map { ($0.name, $0) }) { first, _ in first }
  }

  /// The interface of that name, `org.varlink.service` included.
  public func interface(named name: String) -> Interface? {
    name.utf8.count <= NameRules.longestName ? interfacesByName[name] : nil
  }

  /// Answers a call of `org.varlink.service`.
  func answer(_ call: Call) {
    switch call.member {
    case "GetInfo":
      call.reply(
        Info(
          vendor: vendor, product: product, version: version, url: url,
          interfaces: [Interface.service.name] + interfaces.map(\.name)))
    case "GetInterfaceDescription":
      guard case .string(let name) = call.parameters["interface"] else {
        return call.fail(.invalidParameter("interface"))
      }
      guard let interface = interface(named: name) else { return call.fail(.interfaceNotFound(name)) }
      call.reply(["description": interface.text])
    default: call.fail(.methodNotImplemented(call.method))
    }
  }

  private struct Info: Encodable {
    let vendor: String
    let product: String
    let version: String
    let url: String
    let interfaces: [String]
  }
}

import Glibc

/// What firmware says of the machine: the texts that device facts are matched with.
public struct MachineIdentity: Sendable, Hashable {
  /// DMI's modalias, `dmi:bvn…:svnVENDOR:pnPRODUCT:…`; nil where there is no DMI.
  public var dmi: String?
  /// The device tree's `compatible`, the most specific first; empty where there is no device tree.
  public var compatible: [String]

  /// Describes a machine.
  public init(dmi: String? = nil, compatible: [String] = []) {
    self.dmi = dmi
    self.compatible = compatible
  }

  /// The machine that this program runs on.
  ///
  /// Read below /sys, where a sandbox leaves it: /proc/device-tree is gone under `ProcSubset=pid`.
  ///
  /// - Parameter sysfs: Where sysfs is, for tests.
  public static func ofThisMachine(sysfs: String = "/sys") -> Self {
    let dmi = text(sysfs + "/class/dmi/id/modalias").flatMap { $0.split(whereSeparator: \.isNewline).first }
    let tree = text(sysfs + "/firmware/devicetree/base/compatible") ?? ""
    return Self(dmi: dmi.map(String.init), compatible: tree.split(separator: "\0").map(String.init))
  }

  private static func text(_ path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = fread(&bytes, 1, bytes.count, file)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }

  /// A glob that this machine's DMI modalias matches and other machines' do not; nil without DMI.
  ///
  /// Vendor and product make it, and the board too where these are a builder's placeholders.
  public var dmiPattern: String? {
    guard let dmi else { return nil }
    var fields: [Substring: Substring] = [:]
    for part in dmi.split(separator: ":") {
      // The longer key first: pn is no part of svn, but rn and rvn begin alike.
      if let key = ["svn", "pn", "rvn", "rn"].first(where: { part.hasPrefix($0) }), fields[key[...]] == nil {
        fields[key[...]] = part.dropFirst(key.count)
      }
    }
    guard let vendor = fields["svn"], let product = fields["pn"] else { return Self.literal(dmi) + "*" }
    var pattern = "dmi:*:svn\(Self.literal(vendor)):pn\(Self.literal(product)):*"
    if Self.isPlaceholder(vendor) || Self.isPlaceholder(product), let maker = fields["rvn"], let board = fields["rn"] {
      pattern += ":rvn\(Self.literal(maker)):rn\(Self.literal(board)):*"
    }
    return pattern
  }

  private static func isPlaceholder(_ text: Substring) -> Bool {
    let word = text.lowercased().filter { $0.isLetter }
    return ["", "defaultstring", "tobefilledbyoem", "systemmanufacturer", "systemproductname", "oem", "ami"]
      .contains(word)
  }

  /// A text as a glob that matches it; what would be a wildcard matches any one character.
  public static func literal(_ text: some StringProtocol) -> String {
    String(text.map { "*?[\\".contains($0) || $0.isNewline ? "?" : $0 })
  }
}

import Glibc
public import Orientation

/// What is known of one kind of machine's accelerometer and cannot be read from it: a section of a file in quirks.d.
public struct DeviceQuirk: Sendable, Hashable {
  /// The section's name, for people.
  public var name: String
  /// The file that it stands in.
  public var file: String
  /// A glob that the machine's DMI modalias must match; nil: any machine.
  public var dmi: String?
  /// A glob that one of the machine's device-tree compatibles must match; nil: any machine.
  public var deviceTree: String?
  /// A glob that the sensor's name must match; nil: any sensor of the machine.
  public var sensor: String?
  /// Nine numbers, row by row, out = M · v; nil where nothing is said.
  public var mountMatrix: [Double]?
  /// Which way the sensor's vector points at rest; nil where nothing is said.
  public var polarity: Polarity?
  /// Whether the sensor must not turn the screen; nil where nothing is said.
  public var isIgnored: Bool?

  init(name: String, file: String) {
    self.name = name
    self.file = file
  }

  /// Whether the quirk is one of this machine; the sensor's name is another matter.
  public func matches(_ machine: MachineIdentity) -> Bool {
    if let dmi, !(machine.dmi.map { Self.glob(dmi, matches: $0) } ?? false) { return false }
    if let deviceTree, !machine.compatible.contains(where: { Self.glob(deviceTree, matches: $0) }) { return false }
    return true
  }

  /// fnmatch(3), as udev's hwdb has it: `*`, `?` and `[…]`, none of them special to any character.
  static func glob(_ pattern: String, matches text: String) -> Bool { fnmatch(pattern, text, 0) == 0 }
}

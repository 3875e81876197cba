import Configuration

/// Which device facts of the installed files are about this machine, or what is wrong with the files; a line each.
struct QuirksOfThisMachine {
  let lines: [String]

  /// Reads the files.
  init(files: QuirkFiles = .standard, machine: MachineIdentity = .ofThisMachine()) {
    do throws(ConfigurationError) {
      let loaded = try files.load()
      lines = (loaded.user + loaded.shipped).filter { $0.matches(machine) }.map(Self.line)
    } catch {
      lines = error.issues.map(\.description)
    }
  }

  private static func line(_ quirk: DeviceQuirk) -> String {
    var facts: [String] = []
    if let sensor = quirk.sensor { facts.append("sensor \(sensor)") }
    if let matrix = quirk.mountMatrix {
      facts.append("mount-matrix \(matrix.map { "\($0)" }.joined(separator: ", "))")
    }
    if let polarity = quirk.polarity { facts.append("polarity \(polarity.rawValue)") }
    if let isIgnored = quirk.isIgnored { facts.append(isIgnored ? "ignored" : "not ignored") }
    return "[\(quirk.name)] of \(quirk.file): \(facts.joined(separator: "; "))"
  }
}

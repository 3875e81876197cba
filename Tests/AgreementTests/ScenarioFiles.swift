import FoundationEssentials
import JSON
import Orientation
import TestSupport

@testable import Autorotation
@testable import Scenarios

extension Scenario {
  /// The scenarios that the mechanism itself is tested with.
  static func all() throws -> [Scenario] {
    try ["autorotation.jsonl", "rules.jsonl"].flatMap { name in
      let path = Program.packageFolder + "/Tests/ScenariosTests/Data/" + name
      let data = try Data(contentsOf: URL(filePath: path))
      return try ScenarioFile.read(data) { _ in Data() }.map { try $0.scenario.get() }
    }
  }

  /// Whether it begins with the application's launch.
  var beginsWithLaunch: Bool { if case .launch? = steps.first?.action { true } else { false } }

  /// Whether the application is launched again later on.
  var launchesAgain: Bool {
    steps.dropFirst().contains { if case .launch = $0.action { true } else { false } }
  }
}

extension Controller {
  /// The same tree with every controller in it answering NO, and preferring one orientation: so a window is brought to
  /// where a scenario starts, and asks nobody when the real answers take their place.
  func frozen(at orientation: InterfaceOrientation) -> Controller {
    var copy = self
    copy.answers = ControllerAnswers(shouldAutorotate: false, preferred: PreferredOrientation(orientation))
    copy.legacyMask = orientation.mask
    copy.asks = nil
    copy.containerDelegate = nil
    copy.children = children.map { $0.frozen(at: orientation) }
    copy.presented = presented?.frozen(at: orientation)
    return copy
  }
}

/// Why a scenario cannot be played in some way.
struct Inexpressible: Error, Hashable {
  let reason: String
  init(_ reason: String) { self.reason = reason }
}

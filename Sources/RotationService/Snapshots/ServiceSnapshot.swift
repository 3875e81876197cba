import Orientation
import PlumbInterface

/// What the service knows beside its clients, kept across a restart.
public struct ServiceSnapshot: Codable, Sendable, Hashable {
  var pose: DeviceOrientation
  var lock: InterfaceOrientation?
  var state: RotationState
  var defaultInterface: InterfaceOrientation
  var defaultDecision: DecisionReport?
  var front: Front?
  var nextQuery: Int
  var nextOrder: Int

  struct Front: Codable, Sendable, Hashable {
    var token: String
    var window: String
  }
}

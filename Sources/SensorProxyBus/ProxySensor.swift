import EventLoop

/// The kinds of sensors that iio-sensor-proxy speaks of; of ours there is the accelerometer alone.
enum ProxySensor: CaseIterable {
  case accelerometer
  case light
  case proximity
  case compass

  /// The object that has it.
  var path: String { self == .compass ? SensorProxy.path + "/Compass" : SensorProxy.path }

  /// The interface that has it.
  var interface: String { self == .compass ? SensorProxy.name + ".Compass" : SensorProxy.name }

  var claimMethod: StaticString {
    switch self {
    case .accelerometer: "ClaimAccelerometer"
    case .light: "ClaimLight"
    case .proximity: "ClaimProximity"
    case .compass: "ClaimCompass"
    }
  }

  var releaseMethod: StaticString {
    switch self {
    case .accelerometer: "ReleaseAccelerometer"
    case .light: "ReleaseLight"
    case .proximity: "ReleaseProximity"
    case .compass: "ReleaseCompass"
    }
  }
}

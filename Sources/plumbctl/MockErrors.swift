import PlumbInterface
import Varlink

/// The errors around org.plumbd.Mock in words.
enum MockErrors {
  static func words(for error: VarlinkError) -> String? {
    switch error.name {
    case MockInterface.method("NoSensor"): "the mock's sensor has been removed; 'plumbctl mock add' plugs it in again"
    case VarlinkError.interfaceNotFound("").name where error.parameters["interface"] == .string(MockInterface.name):
      "the daemon reads a real sensor; only one that was started with --mock can be moved"
    default: nil
    }
  }
}

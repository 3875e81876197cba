import Orientation
import PlumbInterface
import Varlink

/// org.plumbd.Sensor, call by call.
struct SensorCalls {
  static let name = SensorInterface.name
  let session: ClientSession

  func handle(_ call: Call) throws(VarlinkError) {
    switch call.member {
    case "List": session.service.whenSensorIsHeard(call) { list(call) }
    case "Samples": try samples(call)
    default: throw .methodNotFound(call.method)
    }
  }

  private func list(_ call: Call) {
    var reports = session.service.surroundings.listSensors()
    if !session.role.isAtTheMachine {
      for index in reports.indices {
        reports[index].reading = nil
        reports[index].meaning = nil
      }
    }
    call.reply(SensorInterface.ListReply(sensors: reports))
  }

  private func samples(_ call: Call) throws(VarlinkError) {
    guard session.role.isAtTheMachine else { throw .permissionDenied }
    guard call.more else { throw .expectedMore }
    session.service.sampleFeed.subscribe(call) { [session] in session.role.isAtTheMachine }
  }
}

public import Varlink

/// One client's connection as the service knows it: whose it is, what it has registered, and the calls that come in.
public final class ClientSession {
  let peer: Peer
  let service: RotationService
  private(set) var registered: [RegisteredApplication] = []

  init(peer: Peer, service: RotationService) {
    self.peer = peer
    self.service = service
  }

  var role: Role { service.surroundings.access.role(of: peer) }

  /// Answers a call, now or when its answer is known.
  public func handle(_ call: Call) {
    do throws(VarlinkError) {
      switch call.interface {
      case RotationCalls.name: try RotationCalls(session: self).handle(call)
      case SensorCalls.name: try SensorCalls(session: self).handle(call)
      case MockCalls.name: try MockCalls(session: self).handle(call)
      default: throw VarlinkError.interfaceNotFound(call.interface)
      }
    } catch {
      call.fail(error)
    }
  }

  /// The client is gone, and with it all that it had.
  public func close() {
    let gone = registered
    registered = []
    for application in gone { service.forget(application) }
    service.foreground.forget(agent: self)
    service.foregroundChanged()
    service.panelWatch.forget(agent: self)
    service.countReaders()
  }

  var registrationCount: Int { registered.count }

  /// The windows of all applications that it has registered.
  var windowCount: Int { registered.reduce(0) { $0 + $1.windows.count } }

  /// Those who are registered and whom this client may see: the reply of ListApplications.
  var visibleApplications: EncodedParameters {
    service.applicationList.reply(
      to: role.isAtTheMachine ? .everything : .own(uid: peer.uid), isFront: service.isFront)
  }

  func add(_ application: RegisteredApplication) {
    registered.append(application)
    service.remember(application)
  }
}

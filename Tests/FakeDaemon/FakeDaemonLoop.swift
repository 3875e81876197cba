import CLinux
import Glibc
import Orientation
import PlumbInterface
import Varlink

/// What runs on the fake daemon's thread.
final class FakeDaemonLoop {
  private final class Client {
    let descriptor: Int32
    let connection: ServerConnection
    init(descriptor: Int32, connection: ServerConnection) {
      self.descriptor = descriptor
      self.connection = connection
    }
    deinit { close(descriptor) }
  }

  private let daemon: FakeDaemon
  private let listener: Int32
  private let service: Service
  private var clients: [Client] = []
  private var openCalls: [Call] = []
  private var registrations = 0

  init(_ daemon: FakeDaemon, listener: Int32) {
    self.daemon = daemon
    self.listener = listener
    let interfaces = [try? Interfaces.rotation(), try? Interfaces.sensor(), try? Interfaces.mock()].compactMap { $0 }
    service = Service(vendor: "plumbd", product: "a fake daemon", version: "0", url: "", interfaces: interfaces)
  }

  func run() {
    while !daemon.state.withLock({ $0.isStopping }) {
      var requests = ([listener, daemon.wake] + clients.map(\.descriptor)).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      for (index, client) in clients.enumerated() where client.connection.hasOutput {
        requests[index + 2].events |= Int16(POLLOUT)
      }
      poll(&requests, nfds_t(requests.count), clients.contains { $0.connection.wants.turn } ? 0 : -1)
      if requests[1].revents != 0 {
        var value: UInt64 = 0
        eventfd_read(daemon.wake, &value)
      }
      for (client, request) in zip(clients, requests.dropFirst(2)) where request.revents != 0 { serve(client) }
      if requests[0].revents != 0 { accept() }
      for client in clients where client.connection.wants.turn { client.connection.takeTurn() }
      publish()
      for client in clients { flush(client) }
      daemon.state.withLock { $0.connections = clients.count }
    }
    close(listener)
    unlink(daemon.path)
    for client in clients { client.connection.disconnect() }
    clients = []
    daemon.state.withLock { $0.hasStopped = true }
    daemon.notify()
  }

  private func accept() {
    let flags = Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = accept4(listener, nil, nil, flags)
    guard descriptor >= 0 else { return }
    let connection = ServerConnection(service: service) { [weak self] in self?.handle($0) }
    clients.append(Client(descriptor: descriptor, connection: connection))
  }

  private func serve(_ client: Client) {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = read(client.descriptor, &buffer, buffer.count)
    if count > 0 {
      client.connection.receive(buffer[..<count])
    } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
      client.connection.disconnect()
      clients.removeAll { $0 === client }
    }
  }

  private func flush(_ client: Client) {
    client.connection.withOutput { bytes in
      bytes.withUnsafeBytes { max(0, send(client.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))) }
    }
    if client.connection.isClosing && !client.connection.hasOutput {
      client.connection.disconnect()
      clients.removeAll { $0 === client }
    }
  }

  private func publish() {
    let publications = daemon.state.withLock { state in
      defer { state.publications = [] }
      return state.publications
    }
    openCalls.removeAll { !$0.isOpen }
    for publication in publications {
      for call in openCalls where call.member == publication.member {
        call.reply(publication.parameters, continues: true)
      }
    }
  }

  private func handle(_ call: Call) {
    let answer = daemon.state.withLock { state in
      state.received.append(.init(member: call.member, parameters: call.parameters))
      return state.answers[call.member]
    }
    if let answer { answer(call) } else { agree(call) }
    if call.isOpen { openCalls.append(call) }
    daemon.notify()
  }

  private func agree(_ call: Call) {
    switch call.member {
    case "Monitor": call.reply(Rotation.MonitorReply(state: FakeDaemon.state()), continues: true)
    case "WatchWindow": break
    case "Register":
      registrations += 1
      call.reply(Rotation.RegisterReply(token: "token-\(registrations)"))
    case "SetWindow", "Activate", "SetNeedsUpdate", "RequestGeometry", "SetStatusBarOrientation", "Rotate":
      call.reply(Rotation.InterfaceReply(interface: .portrait))
    case "ListApplications": call.reply(Rotation.ListApplicationsReply(applications: []))
    case "List": call.reply(SensorInterface.ListReply(sensors: []))
    case "GetConfiguration": call.reply(Rotation.GetConfigurationReply(settings: []))
    case "Explain": call.fail(RotationError.nothingPending.varlinkError)
    default: call.reply(Rotation.Nothing())
    }
  }
}

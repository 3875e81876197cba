import EventLoop

/// The service as long as one connection to the bus lasts: the objects, the name, and the clients.
final class ProxyConnection {
  /// Calls of one client that may wait at once, and of all.
  private static let mostPendingOfOne = 16
  private static let mostPending = 512

  private let bus: Bus
  private let loop: EventLoop
  private let surroundings: SensorProxy.Surroundings
  private let readings: () -> ProxyReadings
  private let demandChanged: (Bool) -> Void
  private var objects: [BusObject] = []
  private var ownership: NameOwnership?
  private var clients: [String: ProxyClient] = [:]
  private var reportedAuthority: String?

  init(
    bus: Bus, loop: EventLoop, surroundings: SensorProxy.Surroundings, readings: @escaping () -> ProxyReadings,
    demandChanged: @escaping (Bool) -> Void, connected: @escaping () -> Void
  ) throws(SystemError) {
    self.bus = bus
    self.loop = loop
    self.surroundings = surroundings
    self.readings = readings
    self.demandChanged = demandChanged
    objects = [
      try bus.addObject(SensorProxy.path, interface: SensorProxy.name, members: mainMembers),
      try bus.addObject(
        ProxySensor.compass.path, interface: ProxySensor.compass.interface,
        members: claimMembers([.compass]) + [
          .property("HasCompass", "b") { .bool(false) }, .property("CompassHeading", "d") { .double(0) },
        ]),
    ]
    let ownership = try NameOwnership(bus: bus) { words in
      connected()
      surroundings.report(words)
    }
    ownership.onLoss = { [weak self] in self?.forgetEverybody() }
    self.ownership = ownership
  }

  private var mainMembers: [BusMember] {
    let readings = readings
    return claimMembers([.accelerometer, .light, .proximity]) + [
      .property("HasAccelerometer", "b") { .bool(readings().hasAccelerometer) },
      .property("AccelerometerOrientation", "s") { .string(readings().orientation) },
      .property("AccelerometerTilt", "s") { .string(readings().tilt.rawValue) },
      .property("HasAmbientLight", "b") { .bool(false) },
      .property("LightLevelUnit", "s") { .string("lux") },
      .property("LightLevel", "d") { .double(0) },
      .property("HasProximity", "b") { .bool(false) },
      .property("ProximityNear", "b") { .bool(false) },
    ]
  }

  private func claimMembers(_ sensors: [ProxySensor]) -> [BusMember] {
    sensors.flatMap { sensor -> [BusMember] in
      [
        .method(sensor.claimMethod) { [weak self] in self?.claim(sensor, $0) },
        .method(sensor.releaseMethod) { [weak self] in self?.release(sensor, $0) },
      ]
    }
  }

  // MARK: Claims

  private func claim(_ sensor: ProxySensor, _ call: BusMessage) {
    let name = call.sender
    let client: ProxyClient
    do throws(SystemError) { client = try self.client(named: name) } catch { return fail(call, error) }
    if client.claims.contains(sensor) { return call.reply() }
    let waiting = clients.values.reduce(0) { $0 + $1.pending.count }
    guard client.pending.count < Self.mostPendingOfOne, waiting < Self.mostPending else {
      return call.reply(
        BusError(name: "org.freedesktop.DBus.Error.LimitsExceeded", message: "too many claims wait for an answer"))
    }
    let pending = ProxyClient.Pending(sensor, call)
    client.add(pending)
    do throws(SystemError) {
      // The bus answers in the order of its questions: a client that it does not know any more has left before its
      // departure was listened for.
      pending.question = try bus.call(.ofBus("GetConnectionUnixUser")) {
        $0.append(name)
      } answer: { [weak self] in
        guard let uid = $0.readUInt32() else { return self?.forget(name) ?? () }
        self?.authorize(client, pending, uid: uid)
      }
    } catch {
      finish(pending, of: client)
      fail(call, error)
    }
  }

  private func authorize(_ client: ProxyClient, _ pending: ProxyClient.Pending, uid: UInt32) {
    do throws(SystemError) {
      pending.question = try PolkitAuthority.ask(about: client.name, on: bus) { [weak self] in
        self?.decide(client, pending, uid: uid, $0)
      }
    } catch {
      finish(pending, of: client)
      fail(pending.call, error)
    }
  }

  private func decide(
    _ client: ProxyClient, _ pending: ProxyClient.Pending, uid: UInt32, _ verdict: PolkitAuthority.Verdict
  ) {
    switch verdict {
    case .allowed: grant(client, pending)
    case .denied(let reason): refuse(client, pending, reason)
    case .absent(let reason):
      if reason != reportedAuthority {
        reportedAuthority = reason
        surroundings.report("polkit is not there to ask (\(reason)): the user of the active session may claim sensors")
      }
      if surroundings.mayClaim(uid) {
        grant(client, pending)
      } else {
        refuse(client, pending, "user \(uid) has no active session, and there is no polkit to ask")
      }
    }
  }

  private func refuse(_ client: ProxyClient, _ pending: ProxyClient.Pending, _ reason: String) {
    finish(pending, of: client)
    pending.call.reply(
      BusError(name: "org.freedesktop.DBus.Error.AccessDenied", message: "Not Authorized: \(reason)"))
  }

  private func grant(_ client: ProxyClient, _ pending: ProxyClient.Pending) {
    pending.question = nil
    guard !pending.isWithdrawn else { return answer(pending, of: client) }
    client.claims.insert(pending.sensor)
    recount()
    guard pending.sensor == .accelerometer, surroundings.isUnheard() else { return answer(pending, of: client) }
    pending.timeout = try? loop.addTimer { [weak self] in self?.answer(pending, of: client) }
    guard let timeout = pending.timeout else { return answer(pending, of: client) }
    timeout.arm(after: SensorProxy.firstReadingTime)
  }

  private func answer(_ pending: ProxyClient.Pending, of client: ProxyClient) {
    finish(pending, of: client)
    pending.call.reply()
  }

  /// Answers those who wait for a reading.
  func answerWaiting() {
    for client in clients.values {
      for pending in client.pending where pending.timeout != nil { answer(pending, of: client) }
    }
  }

  private func release(_ sensor: ProxySensor, _ call: BusMessage) {
    if let client = clients[call.sender] {
      client.release(sensor)
      forgetIfIdle(client)
      recount()
    }
    call.reply()
  }

  private func fail(_ call: BusMessage, _ error: SystemError) {
    call.reply(BusError(name: "org.freedesktop.DBus.Error.Failed", message: "\(error)"))
  }

  // MARK: Clients

  private func client(named name: String) throws(SystemError) -> ProxyClient {
    if let known = clients[name] { return known }
    let client = ProxyClient(name: name)
    client.departure = try bus.addMatch(
      "type='signal',sender='org.freedesktop.DBus',path='/org/freedesktop/DBus',interface='org.freedesktop.DBus',"
        + "member='NameOwnerChanged',arg0='\(name)',arg2=''"
    ) { [weak self] _ in self?.forget(name) }
    clients[name] = client
    return client
  }

  private func finish(_ pending: ProxyClient.Pending, of client: ProxyClient) {
    pending.question = nil
    pending.timeout = nil
    client.remove(pending)
    forgetIfIdle(client)
  }

  private func forgetIfIdle(_ client: ProxyClient) {
    if client.isIdle { forget(client.name) }
  }

  private func forget(_ name: String) {
    guard let client = clients.removeValue(forKey: name) else { return }
    _ = client.abandon()
    recount()
  }

  private func forgetEverybody() {
    let gone = clients.values
    clients = [:]
    for call in gone.flatMap({ $0.abandon() }) {
      call.reply(BusError(name: "org.freedesktop.DBus.Error.Failed", message: "the service has left the bus"))
    }
    recount()
  }

  /// Ends what is under way; to be called before the connection is dropped.
  func close() {
    ownership = nil
    objects = []
    forgetEverybody()
  }

  private func recount() { demandChanged(clients.values.contains { $0.claims.contains(.accelerometer) }) }

  // MARK: Telling

  /// Tells what has changed: of how the device is held, those who claim the accelerometer; that there is one, everybody,
  /// since one that waits for a sensor has nothing to claim yet and the daemon outlives its sensors.
  func publish(since old: ProxyReadings) {
    let new = readings()
    let changes = new.changes(since: old)
    if !changes.isEmpty {
      for client in clients.values where client.claims.contains(.accelerometer) {
        bus.sendPropertiesChanged(
          to: client.name, path: SensorProxy.path, interface: SensorProxy.name, values: changes)
      }
    }
    if new.hasAccelerometer != old.hasAccelerometer, ownership?.isOurs == true {
      bus.sendPropertiesChanged(
        to: nil, path: SensorProxy.path, interface: SensorProxy.name,
        values: [("HasAccelerometer", .bool(new.hasAccelerometer))])
    }
  }
}

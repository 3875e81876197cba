import EventLoop
import Glibc
import RotationService
import Varlink

extension SocketServer {
  // MARK: To the next daemon

  /// Hands the clients over to the daemon that comes next, where there is a service manager that keeps them meanwhile.
  ///
  /// Nothing may be handled afterwards. Clients that cannot be kept are not told: their connections end with the process.
  func handOver() {
    guard ServiceManager.isThere, !channels.isEmpty else { return }
    let taker = SnapshotTaker(service)
    guard var writer = StoredState.Writer(taker.service) else { return }
    var kept: [Int32] = []
    for channel in channels.values {
      if let connection = channel.snapshot(by: taker), writer.add(connection) { kept.append(channel.descriptor) }
    }
    do {
      try ConnectionStore.put(writer.bytes, kept)
      Log.notice("\(Self.clients(kept.count)) of \(channels.count) to go on after the next start")
    } catch {
      Log.warning("the clients are not kept for the next start: \(error)")
    }
  }

  // MARK: From the one before

  /// Takes up the clients that an earlier daemon has left, as far as they are still there and can be taken up.
  func takeOver(_ contents: ConnectionStore.Contents) {
    guard !contents.clients.isEmpty else { return }
    guard let state = contents.state else {
      return turnAway(contents.clients, "there is nothing written about them")
    }
    do {
      try takeOver(contents.clients, try state.get())
    } catch {
      turnAway(contents.clients, "what an earlier daemon wrote down is of no use: \(error)")
    }
  }

  private func turnAway(_ descriptors: [Int32], _ reason: String) {
    Log.warning("starting fresh, \(Self.clients(descriptors.count)) to connect again: \(reason)")
    for descriptor in descriptors { close(descriptor) }
  }

  private func takeOver(_ descriptors: [Int32], _ state: StoredState) throws(SnapshotError) {
    let restorer = try SnapshotRestorer(service, state.service)
    let known = Dictionary(state.connections.map { ($0.cookie, $0) }) { first, _ in first }
    var restored: [(channel: ClientChannel, session: SessionSnapshot)] = []
    for descriptor in descriptors {
      guard let cookie = ClientChannel.cookie(of: descriptor), let kept = known[cookie] else {
        Log.warning(.clientNotTakenUp, "a client has to connect again: an earlier daemon wrote nothing about it")
        close(descriptor)
        continue
      }
      guard let channel = admit(descriptor, isKnown: true) else { continue }
      do {
        try channel.restore(kept, by: restorer)
        restored.append((channel, kept.session))
      } catch {
        let peer = channel.peer
        Log.warning(
          .clientNotTakenUp, "client \(peer.pid) of user \(peer.uid) has to connect again: \(error)")
        channel.close("\(error)")
      }
    }
    for entry in restored { entry.channel.resumeCall(entry.session, by: restorer) }
    restorer.finish()
    for entry in restored { entry.channel.resume() }
    if !restored.isEmpty { Log.notice("taken up after the restart: \(Self.clients(restored.count))") }
  }

  private static func clients(_ count: Int) -> String { count == 1 ? "1 client" : "\(count) clients" }
}

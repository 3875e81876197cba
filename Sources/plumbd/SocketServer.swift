import CLinux
import EventLoop
import Glibc
import JSON
import PlumbInterface
import RotationService
import Varlink

/// Accepts clients on the daemon's socket, and turns away those beyond the limits.
final class SocketServer {
  struct ConnectionLimits {
    var total = 4096
    var perUser = 256
    var halfMessageTimeout = 10.0
  }

  var limits: ConnectionLimits
  private let loop: EventLoop
  private let listener: ListeningSocket
  let service: RotationService
  private let varlink: Service
  private let messageLimits: Limits
  private var source: DescriptorSource?
  private var retry: TimerSource?
  private(set) var channels: [Int32: ClientChannel] = [:]
  private var counts = ConnectionCounts()
  private let memory: CrowdMemory
  // Given up to accept and close one client when the process has no descriptor left: the client then learns of it at
  // once, and the loop does not spin on a socket that stays readable.
  private var spareDescriptor: Int32

  init(
    loop: EventLoop, listener: ListeningSocket, service: RotationService, varlink: Service, messageLimits: Limits,
    limits: ConnectionLimits
  ) throws(SystemError) {
    self.loop = loop
    self.listener = listener
    self.service = service
    self.varlink = varlink
    self.messageLimits = messageLimits
    self.limits = limits
    memory = CrowdMemory(loop: loop)
    spareDescriptor = Self.openSpare()
    source = try loop.addDescriptor(listener.descriptor) { [weak self] _ in self?.accept() }
    retry = try loop.addTimer { [weak self] in self?.source?.isEnabled = true }
  }

  isolated deinit { close(spareDescriptor) }

  /// Says good-bye to everybody.
  func stop() {
    source = nil
    for channel in channels.values { channel.close("the daemon stops") }
  }

  private func accept() {
    // A bounded number at a time, so that a flood of clients does not keep the others waiting.
    for _ in 0..<32 {
      let descriptor = plumb_accept(listener.descriptor)
      if descriptor >= 0 {
        admit(descriptor)?.resume()
        continue
      }
      switch errno {
      case EAGAIN: return
      case EINTR, ECONNABORTED: continue
      case EMFILE, ENFILE: turnAwayForWantOfDescriptors()
      default:
        Log.warning(.cannotAccept, "cannot accept a client: \(systemMessage())")
        return pause()
      }
    }
  }

  /// Takes a client in, where the limits allow one more; it is not served yet.
  ///
  /// Who `isKnown` may be in the middle of a reply, and is not told in another one what the limits are.
  func admit(_ descriptor: Int32, isKnown: Bool = false) -> ClientChannel? {
    var credentials = plumb_ucred()
    guard plumb_peer_credentials(descriptor, &credentials) == 0 else {
      Log.warning(.clientRefused, "a client without credentials was turned away: \(systemMessage())")
      close(descriptor)
      return nil
    }
    let peer = Peer(uid: credentials.uid, gid: credentials.gid, pid: credentials.pid)
    if let excess = counts.excess(of: peer.uid, limits) {
      refuse(descriptor, excess, tells: !isKnown)
      return nil
    }
    do {
      let channel = try ClientChannel(
        descriptor: descriptor, peer: peer, loop: loop, service: service, varlink: varlink, limits: messageLimits,
        halfMessageTimeout: limits.halfMessageTimeout
      ) { [weak self] in self?.forget($0) }
      channels[descriptor] = channel
      counts.add(peer.uid)
      memory.counted(channels.count)
      return channel
    } catch {
      Log.warning(.clientRefused, "a client was turned away: \(error)")
      return nil
    }
  }

  private func forget(_ channel: ClientChannel) {
    channels[channel.descriptor] = nil
    counts.remove(channel.peer.uid)
    memory.counted(channels.count)
  }

  private func refuse(_ descriptor: Int32, _ excess: ConnectionCounts.Excess, tells: Bool) {
    Log.warning(
      .clientRefused, "a client was turned away: \(excess.what), and [limits] \(excess.key) = \(excess.maximum)")
    let error = RotationError.limitExceeded(limit: excess.key, maximum: excess.maximum).varlinkError
    let message: JSONValue = .object(["error": .string(error.name), "parameters": error.parameters])
    if tells, let encoded = try? EncodedParameters(message) {
      let bytes = encoded.bytes + [0]
      send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
    close(descriptor)
  }

  private func turnAwayForWantOfDescriptors() {
    Log.warning(
      .noDescriptorLeft, "a client was turned away: no file descriptor is left; raise LimitNOFILE= of plumbd.service")
    close(spareDescriptor)
    let descriptor = plumb_accept(listener.descriptor)
    if descriptor >= 0 { close(descriptor) }
    spareDescriptor = Self.openSpare()
    if spareDescriptor < 0 { pause() }
  }

  private func pause() {
    source?.isEnabled = false
    retry?.arm(after: 1)
  }

  private static func openSpare() -> Int32 { plumb_open("/dev/null", O_RDONLY | O_CLOEXEC, 0) }
}

import CLibSystemd
import CLinux
import EventLoop
import Glibc
import RotationService

/// systemd's file-descriptor store, where clients wait while one daemon ends and the next begins.
enum ConnectionStore {
  /// What all connections are called in there, and what the state that belongs to them.
  static let clientName = "client"
  static let stateName = "state"

  /// Seconds that the end of the daemon may take longer for it.
  private static let patience = 0.5

  /// What was there at the start.
  struct Contents {
    /// Connections, for which the taker is responsible.
    var clients: [Int32] = []
    /// What an earlier process wrote down; nil where there is nothing.
    var state: Result<StoredState, StoredState.Failure>?
  }

  /// Writes the state down and hands it to the service manager together with the connections.
  /// - Throws: `SystemError` where the manager cannot be reached in time; it may have some of the connections.
  static func put(_ state: [UInt8], _ clients: [Int32]) throws(SystemError) {
    let file = plumb_memfd("plumbd-state")
    guard file >= 0 else { throw SystemError("cannot write the state down", code: errno) }
    defer { close(file) }
    var rest = state[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw SystemError("cannot write the state down", code: errno) }
      rest = rest.dropFirst(count)
    }
    try ServiceManager.store([file], named: stateName, patience: patience)
    try ServiceManager.store(clients, named: clientName, patience: patience)
  }

  /// Sorts out what systemd has handed over: the socket to listen on, and what was stored, which is stored no longer.
  ///
  /// A daemon that crashes later then leaves nothing that another could take for the present.
  static func take() throws(SystemError) -> (sockets: [Int32], contents: Contents) {
    var sockets: [Int32] = []
    var states: [Int32] = []
    var contents = Contents()
    for passed in try ServiceManager.takeDescriptors() {
      switch passed.name {
      case clientName: contents.clients.append(passed.descriptor)
      case stateName: states.append(passed.descriptor)
      default: sockets.append(passed.descriptor)
      }
    }
    if !contents.clients.isEmpty { ServiceManager.removeStored(named: clientName, patience: patience) }
    guard let state = states.first else { return (sockets, contents) }
    ServiceManager.removeStored(named: stateName, patience: patience)
    contents.state =
      states.count == 1 ? read(state) : .failure(.damaged("there are \(states.count) of them"))
    for state in states { close(state) }
    return (sockets, contents)
  }

  private static func read(_ file: Int32) -> Result<StoredState, StoredState.Failure> {
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return .failure(.damaged("it is no file"))
    }
    // The first line comes on top.
    guard let size = Int(exactly: status.st_size), size <= StoredState.maximumBytes + 128 else {
      return .failure(.damaged("it has \(status.st_size) bytes"))
    }
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let amount = pread(file, buffer.baseAddress.map { $0 + count }, size - count, off_t(count))
        if amount < 0 && errno == EINTR { continue }
        guard amount > 0 else { return }
        count += amount
      }
    }
    do throws(StoredState.Failure) { return .success(try StoredState(bytes)) } catch { return .failure(error) }
  }
}

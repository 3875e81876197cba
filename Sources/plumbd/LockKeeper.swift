import CLinux
import Glibc
import Orientation

/// Keeps the user's rotation lock in the state directory: one word in one file, replaced whole or not at all.
struct LockKeeper {
  /// Nil where nothing is to be kept.
  let directory: String?

  private var file: String? { directory.map { $0 + "/lock" } }

  /// What an earlier run has kept; a file that holds anything else is reported and counts as no lock.
  func read() -> InterfaceOrientation? {
    guard let file else { return nil }
    let descriptor = plumb_open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0)
    guard descriptor >= 0 else {
      if errno != ENOENT { Log.warning("cannot read the rotation lock in \(file): \(systemMessage())") }
      return nil
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    let word = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).filter { !$0.isWhitespace }
    guard let orientation = InterfaceOrientation(word: word) else {
      Log.warning("\(file) holds no orientation; the rotation lock starts off")
      return nil
    }
    return orientation
  }

  /// Keeps a lock, or the fact that there is none; a failure is reported, and the lock holds until the next restart.
  func write(_ lock: InterfaceOrientation?) {
    guard let directory, let file else { return }
    guard let lock else {
      if unlink(file) != 0 && errno != ENOENT { complain(file) }
      return
    }
    let temporary = file + ".new"
    unlink(temporary)
    let descriptor = plumb_open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { return complain(file) }
    let text = Array((lock.word + "\n").utf8)
    let written = Glibc.write(descriptor, text, text.count) == text.count && fsync(descriptor) == 0
    close(descriptor)
    guard written, rename(temporary, file) == 0 else {
      complain(file)
      unlink(temporary)
      return
    }
    let folder = plumb_open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    if folder >= 0 {
      fsync(folder)
      close(folder)
    }
  }

  private func complain(_ file: String) {
    Log.warning("cannot keep the rotation lock in \(file): \(systemMessage()); it holds until the next restart")
  }
}

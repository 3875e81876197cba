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
    var text = bytes.prefix(max(0, count))
    if text.last == UInt8(ascii: "\n") { text.removeLast() }
    guard let orientation = InterfaceOrientation(word: String(decoding: text, as: UTF8.self)) else {
      Log.warning("\(file) holds no orientation; the rotation lock starts off")
      return nil
    }
    return orientation
  }

  /// Keeps a lock, or the fact that there is none.
  /// - Returns: What went wrong, which counts from the next start on and is in the log, too; nil where nothing did.
  func write(_ lock: InterfaceOrientation?) -> String? {
    guard let directory, let file else { return nil }
    let problem = if let lock { keep(lock, in: file) } else { remove(file) }
    if let problem { return problem }
    // A name is as lasting as its directory.
    let folder = plumb_open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    guard folder >= 0 else { return nil }
    fsync(folder)
    close(folder)
    return nil
  }

  private func keep(_ lock: InterfaceOrientation, in file: String) -> String? {
    let temporary = file + ".new"
    unlink(temporary)
    let descriptor = plumb_open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { return complaint(.lockNotKept, "keep", file, errno) }
    let text = Array((lock.word + "\n").utf8)
    let count = Glibc.write(descriptor, text, text.count)
    var failure: Int32?
    if count != text.count { failure = count < 0 ? errno : ENOSPC } else if fsync(descriptor) != 0 { failure = errno }
    close(descriptor)
    if failure == nil, rename(temporary, file) != 0 { failure = errno }
    guard let failure else { return nil }
    unlink(temporary)
    return complaint(.lockNotKept, "keep", file, failure)
  }

  private func remove(_ file: String) -> String? {
    guard unlink(file) != 0, errno != ENOENT else { return nil }
    let code = errno
    // A read-only file system refuses before it looks whether there is anything.
    var status = stat()
    if lstat(file, &status) != 0, errno == ENOENT { return nil }
    return complaint(.lockNotForgotten, "forget", file, code)
  }

  private func complaint(_ kind: Log.Kind, _ what: String, _ file: String, _ code: Int32) -> String {
    let complaint =
      "cannot \(what) the rotation lock in \(file): \(systemMessage(code)); the next start finds what was there before"
    Log.warning(kind, complaint)
    return complaint
  }
}

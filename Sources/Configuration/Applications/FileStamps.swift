import Glibc

/// What tells that files have changed since they were read, without reading them.
struct FileStamps: Hashable, Sendable {
  /// The time is that of the last change of contents, rights or links alike.
  private struct Stamp: Hashable, Sendable {
    var inode: UInt
    var size: Int
    var seconds: Int
    var nanoseconds: Int
  }

  private let stamps: [Stamp?]

  /// Looks at files and folders; one that is not there is a fact too.
  init(of paths: [String]) {
    stamps = paths.map { path in
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      return Stamp(
        inode: UInt(status.st_ino), size: Int(status.st_size), seconds: status.st_ctim.tv_sec,
        nanoseconds: status.st_ctim.tv_nsec)
    }
  }
}

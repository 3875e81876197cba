import Glibc

/// Why a file or a directory was not read.
enum ReadFailure: Error {
  /// There is nothing of this name.
  case missing
  /// There is a link of this name, to where nothing is.
  case danglingLink
  case system(Int32)
  case notAFile
  case tooLarge

  init(errno code: Int32) { self = .system(code) }

  /// Why a path could not be opened.
  init(opening path: String, errno code: Int32) {
    guard code == ENOENT else {
      self = .system(code)
      return
    }
    var status = stat()
    let isLink = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    self = isLink ? .danglingLink : .missing
  }

  var problem: ConfigurationIssue.Problem {
    switch self {
    case .missing: .unreadable(reason: String(cString: strerror(ENOENT)))
    case .danglingLink: .danglingLink
    case .system(let code): .unreadable(reason: String(cString: strerror(code)))
    case .notAFile: .notAFile
    case .tooLarge: .tooLarge(limit: largestFile)
    }
  }
}

/// No configuration comes near it; it bounds what a mistaken path can cost.
private let largestFile = 262_144

/// The bytes of a regular file, or none of /dev/null; never waits for a pipe's writer.
func contents(of file: String) -> Result<[UInt8], ReadFailure> {
  let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
  guard descriptor >= 0 else { return .failure(ReadFailure(opening: file, errno: errno)) }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { return .failure(ReadFailure(errno: errno)) }
  var null = stat()
  let isNull = stat("/dev/null", &null) == 0 && status.st_mode & S_IFMT == S_IFCHR && status.st_rdev == null.st_rdev
  guard isNull || status.st_mode & S_IFMT == S_IFREG else { return .failure(.notAFile) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 16_384)
  while true {
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { return .failure(ReadFailure(errno: errno)) }
    guard count > 0 else { return .success(bytes) }
    bytes += buffer[..<count]
    guard bytes.count <= largestFile else { return .failure(.tooLarge) }
  }
}

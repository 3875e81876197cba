import Glibc

/// Where configuration is looked for: base files, lowest rank first, then the drop-ins beside them.
///
/// The drop-ins of a base file `NAME` are the files `NAME.d/*.conf`, sorted by their names over all bases; of two with
/// one name the one beside the higher base counts alone, so that a link to /dev/null there takes the lower one away
/// (the habit of systemd's units).
public struct ConfigurationFiles: Sendable, Hashable {
  /// The base files, lowest rank first.
  public let bases: [String]
  /// Whether a base file that does not exist is a mistake.
  public let required: Bool

  /// The installed ones: the vendor's below the administrator's; neither need exist.
  public static let standard = Self(
    bases: ["/usr/lib/plumbd/plumbd.conf", "/etc/plumbd/plumbd.conf"], required: false)

  /// Looks for these base files, lowest rank first.
  public init(bases: [String], required: Bool) {
    self.bases = bases
    self.required = required
  }

  /// Looks for one base file that must exist, as named on a command line.
  public init(base: String) { self.init(bases: [base], required: true) }

  /// Reads every file that there is.
  ///
  /// - Throws: everything that is wrong, files and directories that cannot be read included.
  public func load() throws(ConfigurationError) -> LoadedConfiguration {
    var reader = ConfigurationReader()
    for file in bases { reader.read(file: file, required: required) }
    for file in dropIns(&reader) { reader.read(file: file, required: true) }
    return try reader.finish()
  }

  private func dropIns(_ reader: inout ConfigurationReader) -> [String] {
    var files: [String: String] = [:]
    for directory in bases.map({ $0 + ".d" }) {
      switch Self.names(in: directory) {
      case .success(let names):
        for name in names where name.hasSuffix(".conf") && !name.hasPrefix(".") {
          files[name] = directory + "/" + name
        }
      case .failure(.missing): break
      case .failure(let failure): reader.report(.init(file: directory, problem: failure.problem))
      }
    }
    return files.sorted { $0.key < $1.key }.map(\.value)
  }

  private static func names(in directory: String) -> Result<[String], ReadFailure> {
    guard let stream = opendir(directory) else { return .failure(ReadFailure(errno: errno)) }
    defer { closedir(stream) }
    guard let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) else { return .success([]) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = UnsafeRawPointer(entry).advanced(by: nameOffset).assumingMemoryBound(to: CChar.self)
      names.append(String(cString: name))
      errno = 0
    }
    return errno == 0 ? .success(names) : .failure(ReadFailure(errno: errno))
  }
}

extension LoadedConfiguration {
  /// Reads these files, lowest rank first; each must exist.
  ///
  /// - Throws: everything that is wrong in any of them.
  public init(files: [String]) throws(ConfigurationError) {
    var reader = ConfigurationReader()
    for file in files { reader.read(file: file, required: true) }
    self = try reader.finish()
  }
}

extension ConfigurationReader {
  fileprivate mutating func read(file: String, required: Bool) {
    switch contents(of: file) {
    case .success(let bytes): read(ConfigurationSource(file: file, bytes: bytes))
    case .failure(.missing) where !required: break
    case .failure(let failure): report(.init(file: file, problem: failure.problem))
    }
  }
}

private enum ReadFailure: Error {
  case missing
  case system(Int32)
  case notAFile
  case tooLarge

  init(errno code: Int32) { self = code == ENOENT ? .missing : .system(code) }

  var problem: ConfigurationIssue.Problem {
    switch self {
    case .missing: .unreadable(reason: String(cString: strerror(ENOENT)))
    case .system(let code): .unreadable(reason: String(cString: strerror(code)))
    case .notAFile: .notAFile
    case .tooLarge: .tooLarge(limit: largestFile)
    }
  }
}

/// No configuration comes near it; it bounds what a mistaken path can cost.
private let largestFile = 262_144

/// The bytes of a regular file, or none of /dev/null; never waits for a pipe's writer.
private func contents(of file: String) -> Result<[UInt8], ReadFailure> {
  let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
  guard descriptor >= 0 else { return .failure(ReadFailure(errno: errno)) }
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

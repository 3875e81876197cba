import Glibc

/// The files `*.conf` of several directories, as systemd's units have it.
enum DirectoryListing {
  struct File: Hashable {
    var name: String
    var path: String
  }

  /// Sorted by their names over all directories; of two with one name that of the later directory counts alone.
  ///
  /// A directory that does not exist holds nothing; one that cannot be read is an issue.
  static func files(of directories: [String], _ issues: inout [ConfigurationIssue]) -> [File] {
    var files: [String: String] = [:]
    for directory in directories {
      switch names(in: directory) {
      case .success(let names):
        for name in names where name.hasSuffix(".conf") && !name.hasPrefix(".") {
          files[name] = directory + "/" + name
        }
      case .failure(.missing): break
      case .failure(let failure): issues.append(.init(file: directory, problem: failure.problem))
      }
    }
    return files.sorted { $0.key < $1.key }.map { File(name: $0.key, path: $0.value) }
  }

  /// The names of all that a directory holds, in no order.
  static func names(in directory: String) -> Result<[String], ReadFailure> {
    guard let stream = opendir(directory) else {
      return .failure(ReadFailure(opening: directory, errno: errno))
    }
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

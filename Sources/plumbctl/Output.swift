import Glibc

/// Where a command's text goes.
protocol Output {
  /// To standard output, at once.
  func write(_ text: String)
  /// To standard error, at once.
  func complain(_ text: String)
}

/// The process's own standard output and error.
struct ProcessOutput: Output {
  func write(_ text: String) { put(text, STDOUT_FILENO) }
  func complain(_ text: String) { put(text, STDERR_FILENO) }

  private func put(_ text: String, _ descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        // Nobody reads any more, or the disk is full: there is nothing left to do and nobody to tell.
        exit(ExitStatus.failed)
      }
    }
  }
}

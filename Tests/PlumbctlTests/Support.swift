import FakeDaemon
import Glibc

@testable import plumbctl

/// What a command has written.
final class RecordedOutput: Output {
  private(set) var standard = ""
  private(set) var error = ""
  func write(_ text: String) { standard += text }
  func complain(_ text: String) { error += text }

  var lines: [String] { standard.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) }
}

/// A command line as it ended.
struct Outcome {
  let status: Int32
  let output: RecordedOutput
}

/// Runs a command line within the test, against a daemon where one is given.
func plumbctl(_ words: String..., daemon: FakeDaemon? = nil) -> Outcome { plumbctl(words, daemon: daemon) }

/// Runs a command line within the test, against a daemon where one is given.
func plumbctl(_ words: [String], daemon: FakeDaemon? = nil) -> Outcome {
  let output = RecordedOutput()
  let socket = daemon.map { ["--socket", $0.path] } ?? []
  let status = Tool(output: output, ownsProcess: false).run(socket + words)
  return Outcome(status: status, output: output)
}

/// The text of a file beside the tests.
func text(of path: String) -> String? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
  return String(decoding: bytes, as: UTF8.self)
}

/// A file that is gone when the test lets go of it.
final class TemporaryFile {
  let path = FakeDaemon.freshPath() + ".jsonl"

  init(_ text: String) {
    guard let file = fopen(path, "w") else { return }
    fputs(text, file)
    fclose(file)
  }

  deinit { unlink(path) }
}

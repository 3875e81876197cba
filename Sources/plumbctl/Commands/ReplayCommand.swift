import CLinux
import Glibc
import Orientation
import OrientationEstimation
import Recordings

/// Judges recordings offline: `plumbctl replay [--json] FILE…`.
enum ReplayCommand {
  /// The changes of orientation that a judge finds in one recording, each at the time it would be published.
  ///
  /// Suspend, removal and return begin anew with the motion, not with the orientation: the gap does that by itself.
  static func changes(
    in recording: Recording, parameters: EstimationParameters
  ) -> [(time: Double, orientation: DeviceOrientation)] {
    var estimator = OrientationEstimator(parameters: parameters)
    var changes: [(Double, DeviceOrientation)] = []
    for entry in recording.entries {
      let change: DeviceOrientation? =
        switch entry {
        case .sample(let sample): estimator.ingest(sample)
        case .event(.quiet, let time): estimator.silence(until: time)
        case .event: nil
        }
      if let change { changes.append((entry.time, change)) }
    }
    return changes
  }

  /// One line of the output for programs.
  static func jsonLine(_ recording: Recording, _ time: Double, _ orientation: DeviceOrientation) -> String {
    "{\"recording\":\(RecordingWriter.quoted(recording.header.name)),\"t\":\(time),\"device\":\"\(orientation.word)\"}\n"
  }
}

/// Judges the recordings of files and prints the changes; the exit status.
func replay(files: [String], parameters: EstimationParameters, json: Bool) -> Int32 {
  for file in files {
    guard let bytes = contents(of: file) else {
      complain("\(file): cannot be read\n")
      return 2
    }
    let recordings: [Recording]
    do {
      recordings = try Recording.recordings(in: bytes)
    } catch {
      complain("\(file): \(error)\n")
      return 2
    }
    for recording in recordings {
      var output = ""
      for (time, orientation) in ReplayCommand.changes(in: recording, parameters: parameters) {
        output +=
          json
          ? ReplayCommand.jsonLine(recording, time, orientation)
          : "\(recording.header.name)  \(time)  \(orientation.word)\n"
      }
      put(output, to: STDOUT_FILENO)
    }
  }
  return 0
}

private func contents(of file: String) -> [UInt8]? {
  let descriptor = open(file, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = read(descriptor, &chunk, chunk.count)
    if count == 0 { return bytes }
    guard count > 0 else { return nil }
    bytes.append(contentsOf: chunk[..<count])
  }
}

private func complain(_ text: String) { put(text, to: STDERR_FILENO) }

private func put(_ text: String, to descriptor: Int32) {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 else { return }
    rest = rest.dropFirst(count)
  }
}

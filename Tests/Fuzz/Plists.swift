import Autorotation
import FoundationEssentials
import JSON
import PlumbInterface
import Scenarios

/// An Info.plist as an application sends it, in JSON: an answer, whatever is in it.
func fuzzInfoPlist(_ bytes: [UInt8]) {
  guard let plist = try? JSONValue(parsing: bytes), case .object = plist, !bytes.contains(0) else { return }
  MainActor.assumeIsolated {
    let session = Session(bytes: [])
    let text = String(decoding: bytes, as: UTF8.self)
    for idiom in ["pad", "phone"] {
      session.clients[0].call("Register", #"{"application":{"id":"a","idiom":"\#(idiom)","infoPlist":\#(text)}}"#)
    }
    session.end()
  }
}

/// An Info.plist as a file beside a scenario, in XML or binary: a scenario or a mistake with its place, never a trap.
func fuzzPlistFile(_ bytes: [UInt8]) {
  let line = #"{"infoPlistFile":"Info.plist","steps":[{"turn":"landscapeLeft"}]}"#
  for (_, scenario) in ScenarioFile.read(Data(line.utf8), readFile: { _ in Data(bytes) }) {
    guard case .failure(let error) = scenario else { continue }
    promise(!"\(error)".isEmpty, "a mistake that nobody can find")
  }
}

import Glibc
import OrientationEstimation

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.first == "replay" else { exit(2) }
let files = arguments.dropFirst().filter { $0 != "--json" }
exit(replay(files: files, parameters: EstimationParameters(), json: arguments.contains("--json")))

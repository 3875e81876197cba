import Glibc

var arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.first == "simulate" else {
  print("plumbctl")
  exit(2)
}
arguments.removeFirst()
exit(SimulateCommand(json: arguments.contains("--json")).run(paths: arguments.filter { $0 != "--json" }))

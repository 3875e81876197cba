// Prints how the interface is turned, now and after each change, through restarts of the daemon.
@preconcurrency import Glibc
import Plumb

setlinebuf(stdout)
for await state in OrientationMonitor.states() {
  print("\(state.interface.word): angle \(state.angle), transform \(state.transform), because of \(state.reason)")
}

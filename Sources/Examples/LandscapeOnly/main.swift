// A window that is shown in landscape only. While it is in front, the panel stays in one of the two.
@preconcurrency import Glibc
import Plumb

final class FilmViewController: ViewController {
  override var supportedInterfaceOrientations: InterfaceOrientationMask { .landscape }
  override func viewWillTransition(to orientation: InterfaceOrientation) { print("shown in", orientation.word) }
}

setlinebuf(stdout)
let application = try Application(id: "org.example.film")
let window = Window(application: application, rootViewController: FilmViewController())
window.makeKeyAndVisible()
application.run()

import Glibc
import Orientation
import TestSupport
import Testing

@testable import plumbd

@Suite struct LockKeeperTests {
  @Test func whatIsKeptIsFoundAndWhatIsForgottenIsNot() throws {
    let folder = try TemporaryFolder()
    let keeper = LockKeeper(directory: folder.path)
    #expect(keeper.read() == nil)
    for orientation in InterfaceOrientation.allCases {
      #expect(keeper.write(orientation) == nil)
      #expect(keeper.read() == orientation)
    }
    #expect(keeper.write(nil) == nil)
    #expect(keeper.read() == nil)
    #expect(access(folder.file("lock"), F_OK) != 0 && access(folder.file("lock.new"), F_OK) != 0)
  }

  @Test func whatCannotBeKeptIsSaid() throws {
    let folder = try TemporaryFolder()
    let keeper = LockKeeper(directory: folder.file("missing"))
    let problem = try #require(keeper.write(.portrait))
    #expect(problem.hasPrefix("cannot keep the rotation lock in \(folder.file("missing"))/lock: No such file"))
    #expect(keeper.write(nil) == nil, "there is nothing to forget")
    #expect(LockKeeper(directory: nil).write(.portrait) == nil, "nothing is to be kept")
  }

  @Test(arguments: [
    ("portrait\n", true), ("portrait", true), ("por trait\n", false), (" portrait\n", false), ("portrait \n", false),
    ("portrait\n\n", false), ("portrait\u{0}", false), ("", false), (String(repeating: "portrait", count: 9), false),
  ])
  func aLockIsOneWordAndNothingElse(text: String, isLock: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "lock")
    #expect(LockKeeper(directory: folder.path).read() == (isLock ? .portrait : nil))
  }
}

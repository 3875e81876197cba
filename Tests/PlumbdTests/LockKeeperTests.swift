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
      keeper.write(orientation)
      #expect(keeper.read() == orientation)
    }
    keeper.write(nil)
    #expect(keeper.read() == nil)
    #expect(access(folder.file("lock"), F_OK) != 0 && access(folder.file("lock.new"), F_OK) != 0)
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

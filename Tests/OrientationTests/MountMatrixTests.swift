import Testing

@testable import Orientation

@Suite struct MountMatrixTests {
  /// An asymmetric matrix, because a symmetric one hides a transposition.
  @Test func theMatrixIsRowMajor() throws {
    let matrix = try MountMatrix.parse("0, 1, 0; -1, 0, 0; 0, 0, 1").matrix
    let device = matrix(Acceleration(x: 9.81, y: 0, z: 0))
    #expect(device == Acceleration(x: 0, y: -9.81, z: 0))
  }

  /// One phone, two conventions: the matrices are each other's negative, and so are the polarities.
  @Test func matrixAndPolarityBelongTogether() throws {
    let raw = Acceleration(x: 9.81, y: 0, z: 0)
    let mainline = try MountMatrix.parse("0, 1, 0; -1, 0, 0; 0, 0, -1").matrix
    let android = try MountMatrix.parse("0, -1, 0; 1, 0, 0; 0, 0, 1").matrix
    #expect(mainline(raw) == Acceleration(x: 0, y: -9.81, z: 0))
    #expect(-android(raw) == mainline(raw))
  }

  @Test(arguments: [
    ("-1,0,0;0,-1,0;0,0,1", "-1, 0, 0; 0, -1, 0; 0, 0, 1"),
    ("-1, 0, 0; 0, -1, 0; 0, 0, 1\n", "-1, 0, 0; 0, -1, 0; 0, 0, 1"),
    ("", "1, 0, 0; 0, 1, 0; 0, 0, 1"),
    (" \n\0", "1, 0, 0; 0, 1, 0; 0, 0, 1"),
    ("0 1 0 1 0 0 0 0 -1", "0, 1, 0; 1, 0, 0; 0, 0, -1"),
    ("0,1,0\t1,0,0\n0,0,-1;", "0, 1, 0; 1, 0, 0; 0, 0, -1"),
    ("+1.0, 0, 0; 0, 1e0, 0; 0, 0, .5", "1, 0, 0; 0, 1, 0; 0, 0, 0.5"),
    ("0.7071, 0.7071, 0; -0.7071, 0.7071, 0; 0, 0, 1", "0.7071, 0.7071, 0; -0.7071, 0.7071, 0; 0, 0, 1"),
  ])
  func textIsReadTolerantly(text: String, meaning: String) throws {
    let parsed = try MountMatrix.parse(text)
    #expect(parsed.matrix.text == meaning)
    #expect(parsed.repair == nil)
    #expect(try MountMatrix.parse(meaning).matrix == parsed.matrix)
  }

  @Test(arguments: [
    ("0, -1, 0; 1, 0, 0; 0, 0, 0", MountMatrixError.zeroRow(axis: "z")),
    ("0, 0, 0; 1, 0, 0; 0, 0, 1", .zeroRow(axis: "x")),
    ("1, 0, 0; 1, 0, 0; 0, 0, 1", .singular(determinant: 0)),
    ("1, 0, 0; 0, 1, 0", .notThreeByThree(text: "1, 0, 0; 0, 1, 0")),
    ("1, 0; 0, 0, 1, 0; 0, 0, 1", .notThreeByThree(text: "1, 0; 0, 0, 1, 0; 0, 0, 1")),
    (";;", .notThreeByThree(text: ";;")),
    ("0,5, 0, 0; 0, 0,5, 0; 0, 0, 0,5", .notThreeByThree(text: "0,5, 0, 0; 0, 0,5, 0; 0, 0, 0,5")),
    ("1, 0, 0; 0, one, 0; 0, 0, 1", .notANumber("one")),
    ("0x1, 0, 0; 0, 1, 0; 0, 0, 1", .notANumber("0x1")),
    ("nan, 0, 0; 0, 1, 0; 0, 0, 1", .notFinite),
    ("1, 0, 0; 0, inf, 0; 0, 0, 1", .notFinite),
    ("1e999, 0, 0; 0, 1, 0; 0, 0, 1", .notFinite),
    ("1e200, 0, 0; 0, 1e200, 0; 0, 0, 1e200", .notFinite),
  ])
  func whatIsNoMatrixIsRefusedWithItsReason(text: String, reason: MountMatrixError) {
    #expect(throws: reason) { try MountMatrix.parse(text) }
    #expect(!reason.description.isEmpty)
  }

  /// Shipped in systemd's 60-sensor.hwdb: the z row repeats x, so a device on its side would weigh 13.9 m/s².
  @Test func aRepeatedZRowIsRepairedWithAWarning() throws {
    let parsed = try MountMatrix.parse("1, 0, 0; 0, -1, 0; 1, 0, 0")
    #expect(parsed.matrix.text == "1, 0, 0; 0, -1, 0; 0, 0, -1")
    #expect(parsed.repair == .replacedRowZ(with: [0, 0, -1]))
    #expect(parsed.repair?.description.contains("0, 0, -1") == true)
    #expect(throws: MountMatrixError.singular(determinant: 0)) {
      try MountMatrix(rows: [1, 0, 0, 0, -1, 0, 1, 0, 0])
    }
  }

  @Test func aNearlySingularMatrixIsRepairedToo() throws {
    let parsed = try MountMatrix.parse("1, 0, 0; 0, 1, 0; 1, 0, 0.01")
    #expect(parsed.matrix == .identity)
    #expect(parsed.repair != nil)
  }

  @Test func nineNumbersAreTakenAsTheyAre() throws {
    #expect(try MountMatrix(rows: [0, -1, 0, 1, 0, 0, 0, 0, 1]).text == "0, -1, 0; 1, 0, 0; 0, 0, 1")
    #expect(throws: MountMatrixError.self) { try MountMatrix(rows: [1, 2, 3]) }
  }
}

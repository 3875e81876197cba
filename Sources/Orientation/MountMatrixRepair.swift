/// What was done to a matrix that could not be used as it was written.
public enum MountMatrixRepair: Sendable, Hashable, CustomStringConvertible {
  /// The z row repeated what the others say; x × y stands in for it.
  case replacedRowZ(with: [Double])

  /// What was done, for a log.
  public var description: String {
    switch self {
    case .replacedRowZ(let row):
      let words = row.map(word).joined(separator: ", ")
      return "row z lies in the plane of rows x and y and was replaced by x × y = \(words)"
    }
  }
}

/// A matrix as it is to be used, and what had to be done to it.
public struct RepairedMountMatrix: Sendable, Hashable {
  /// The matrix to use.
  public let matrix: MountMatrix
  /// What was changed, for a warning; nil where the matrix is as written.
  public let repair: MountMatrixRepair?
}

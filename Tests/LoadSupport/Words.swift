/// Numbers and tables for people, without Foundation.
public nonisolated enum Words {
  /// A number with so many digits behind the point.
  public static func number(_ value: Double, digits: Int = 1) -> String {
    guard value.isFinite else { return "-" }
    let scale = (0..<digits).reduce(1.0) { product, _ in product * 10 }
    let scaled = (abs(value) * scale).rounded()
    guard scaled < 1e15 else { return "\(value)" }
    let whole = Int(scaled) / Int(scale)
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(whole)" }
    let rest = String(Int(scaled) % Int(scale))
    return "\(sign)\(whole)." + String(repeating: "0", count: digits - rest.count) + rest
  }

  /// Rows under a head, the first column to the left and the others to the right.
  public static func table(_ rows: [[String]]) -> String {
    let widths = (0..<(rows.map(\.count).max() ?? 0)).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      row.enumerated().map { column, cell in
        let blanks = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + blanks : blanks + cell
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}

/// How long calls took, s.
public nonisolated struct Latencies {
  private var sorted: [Double]

  /// Takes what was measured.
  public init(_ values: [Double]) { sorted = values.sorted() }

  /// How many were measured.
  public var count: Int { sorted.count }

  /// The value that so many per cent do not exceed; nil where nothing was measured.
  public func percentile(_ percent: Double) -> Double? {
    guard !sorted.isEmpty else { return nil }
    let rank = Int((Double(sorted.count) * percent / 100).rounded(.up))
    return sorted[min(max(rank - 1, 0), sorted.count - 1)]
  }
}

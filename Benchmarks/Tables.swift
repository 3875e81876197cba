/// A number with so many digits after the point.
func decimal(_ value: Double, _ digits: Int) -> String {
  guard value.isFinite else { return "-" }
  var scale = 1.0
  for _ in 0..<digits { scale *= 10 }
  let scaled = Int((abs(value) * scale).rounded())
  let sign = value < 0 && scaled > 0 ? "-" : ""
  guard digits > 0 else { return "\(sign)\(scaled)" }
  let fraction = String(scaled % Int(scale))
  return "\(sign)\(scaled / Int(scale)).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
}

/// Prints a heading.
func heading(_ text: String) { print("\n\(text)\n") }

/// Prints a table whose first columns are texts and whose others are figures; it is Markdown, too.
func table(_ titles: [String], _ rows: [[String]], leftAligned: Int = 1) {
  let widths = titles.indices.map { column in ([titles] + rows).map { $0[column].count }.max() ?? 0 }
  func line(_ cells: [String]) {
    let padded = cells.indices.map { column in
      let blanks = String(repeating: " ", count: widths[column] - cells[column].count)
      return column < leftAligned ? cells[column] + blanks : blanks + cells[column]
    }
    print("| \(padded.joined(separator: " | ")) |")
  }
  line(titles)
  let rules = widths.indices.map { column in
    String(repeating: "-", count: widths[column] + 1) + (column < leftAligned ? "-" : ":")
  }
  print("|\(rules.joined(separator: "|"))|")
  for row in rows { line(row) }
}

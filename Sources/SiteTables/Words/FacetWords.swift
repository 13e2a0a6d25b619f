package import TableModel

extension Facet.Kind {
  /// What is counted, for people; `nil` for what goes without saying.
  package var words: String? {
    switch self {
    case .column: nil
    case .array: "elements"
    case .date: "by day"
    }
  }
}

extension FacetResult {
  /// What people have to know of the counts; `nil` where they are exact.
  package var remark: String? {
    switch basis {
    case .everyRow: values.isEmpty ? "No values" : nil
    case .sample(let rows) where values.isEmpty: "No frequent values in \(rows.counted("row", "rows"))"
    case .sample(let rows): "Estimated from \(rows.counted("row", "rows"))"
    case .firstRows(let rows): "Counted in the first \(rows.counted("row", "rows"))"
    }
  }
}

extension FacetResult.Basis {
  /// A count for people, as exact as it is: of an estimate the first two digits.
  package func words(for count: Int) -> String {
    switch self {
    case .everyRow: return count.withThousandsMarks
    case .firstRows: return "≥ " + count.withThousandsMarks
    case .sample:
      var unit = 1
      while count / unit >= 100 { unit *= 10 }
      return "≈ " + ((count + unit / 2) / unit * unit).withThousandsMarks
    }
  }
}

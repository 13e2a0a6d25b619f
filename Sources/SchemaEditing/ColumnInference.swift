package import TableModel
package import TextCoding

/// What columns rows need that have none yet, by the values that they hold.
package struct ColumnInference {
  /// In the order in which the rows name them first.
  package private(set) var columns: [NewColumn] = []
  /// Columns of which only nulls were seen.
  private var unknown: Set<String> = []

  /// - Parameter isKnown: whether there is a column of a name already.
  package init(_ rows: [[(key: String, value: JSONValue)]], without isKnown: (String) -> Bool = { _ in false }) {
    for row in rows {
      for (name, value) in row where !isKnown(name) { see(name, Self.kind(of: value)) }
    }
  }

  private mutating func see(_ name: String, _ kind: NewColumn.Kind?) {
    guard let position = columns.firstIndex(where: { $0.name == name }) else {
      columns.append(NewColumn(name, kind ?? .text))
      if kind == nil { unknown.insert(name) }
      return
    }
    guard let kind else { return }
    if unknown.remove(name) != nil {
      columns[position].kind = kind
    } else if columns[position].kind != kind {
      let numbers: Set<NewColumn.Kind> = [.integer, .float]
      columns[position].kind = numbers.isSuperset(of: [kind, columns[position].kind]) ? .float : .text
    }
  }

  /// `nil` for null, which is in columns of every kind.
  private static func kind(of value: JSONValue) -> NewColumn.Kind? {
    switch value {
    case .null: nil
    case .boolean, .integer: .integer
    case .real: .float
    case .text, .list: .text
    case .object: if case .boolean(true)? = value["$base64"] { .blob } else { .text }
    }
  }
}

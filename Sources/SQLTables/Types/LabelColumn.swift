/// Finds the column that says what a row is called.
package enum LabelColumn {
  /// A column called `name`, `title` or `label`, or called so behind a prefix; else the only other column of a table of two.
  /// - Parameters:
  ///   - columns: the names in order, and whether each holds text.
  ///   - keys: positions of the columns that make the key.
  package static func position(in columns: [(name: String, isText: Bool)], keys: [Int]) -> Int? {
    let names = columns.map { $0.name.lowercased() }
    for wanted in ["name", "title", "label"] {
      if let position = names.firstIndex(of: wanted), !keys.contains(position) { return position }
    }
    for wanted in ["name", "title", "label"] {
      if let position = names.firstIndex(where: { $0.hasSuffix("_" + wanted) }), columns[position].isText,
        !keys.contains(position)
      {
        return position
      }
    }
    guard columns.count == 2, keys.count == 1, let key = keys.first, columns[1 - key].isText else { return nil }
    return 1 - key
  }
}

package import TableModel

/// How wide the columns of a grid are, and how many of the first stay in place while the others scroll.
package struct ColumnLayout: Hashable, Sendable {
  /// Columns that stay in place, from the first on, which always does.
  package var pinned = 1
  /// Pixels, by positions in the schema; a column that isn't here is as wide as its values.
  package var widths: [Int: Int] = [:]

  package static let widthLimits = 40...1_000
  package static let pinLimit = 5
  /// How wide a column is that stays in place beside the first, where nothing is said of it.
  package static let pinnedWidth = 192

  package init() {}

  package var isDefault: Bool { pinned == 1 && widths.isEmpty }

  /// The layout as arguments, in a fixed order.
  func items(_ schema: RecordSchema) -> [(name: String, value: String)] {
    let widths = widths.sorted { $0.key < $1.key }.map {
      (name: "_width", value: Self.text($0.value, of: $0.key, schema))
    }
    return widths + (pinned == 1 ? [] : [("_pin", String(pinned))])
  }

  /// A width as it stands in an address.
  package static func text(_ width: Int, of column: Int, _ schema: RecordSchema) -> String {
    "\(schema.columns[column].name):\(width)"
  }

  /// - Returns: what is wrong with a number of columns; `nil` if it was taken.
  mutating func readPin(_ value: String) -> String? {
    guard let count = Int(value), (1...Self.pinLimit).contains(count) else {
      return "_pin must be a number from 1 to \(Self.pinLimit)"
    }
    pinned = count
    return nil
  }

  /// - Returns: what is wrong with a column's width; `nil` if it was taken.
  mutating func readWidth(_ value: String, _ schema: RecordSchema?) -> String? {
    guard let colon = value.lastIndex(of: ":"), let width = Int(value[value.index(after: colon)...]),
      Self.widthLimits.contains(width)
    else {
      return
        "_width must be a column, a colon and a number from \(Self.widthLimits.lowerBound) to \(Self.widthLimits.upperBound)"
    }
    let name = String(value[..<colon])
    guard let column = schema?.column(named: name) else { return "Unknown column: \(name)" }
    widths[column] = width
    return nil
  }
}

/// What the argument of an address is called that asks for one value of a column.
package enum FilterArgument {
  /// The column's name; with `__exact` behind it where that alone would be read as an argument of the page, or as a name and its operator.
  package static func name(of column: String) -> String { isPlain(column) ? column : column + "__exact" }

  /// Whether the argument is called as the column is. O(length), without memory of its own.
  package static func isPlain(_ column: String) -> Bool {
    // An argument of the page begins with `_`.
    var isBehindLine = true
    for byte in column.utf8 {
      let isLine = byte == UInt8(ascii: "_")
      if isLine, isBehindLine { return false }
      isBehindLine = isLine
    }
    return true
  }
}

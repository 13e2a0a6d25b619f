internal import TextCoding

/// The address of the rows of a table whose columns hold some values, put together but for these.
package struct FilteredAddress: Sendable {
  /// What stands before each value.
  private let parts: [String]

  /// - Parameter table: the address of all rows.
  package init(of table: String, columns: [String]) {
    parts = columns.enumerated().map { place, column in
      var query = place == 0 ? QueryText(of: table) : QueryText()
      query.append(FilterArgument.name(of: column), "")
      return place == 0 ? query.text : "&" + query.text
    }
  }

  /// The address of the rows that hold these values, one for each column.
  package func filled(_ values: [String]) -> String {
    var text = ""
    for (part, value) in zip(parts, values) {
      text += part
      PercentEncoding.appendForm(value, to: &text)
    }
    return text
  }
}

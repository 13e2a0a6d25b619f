package import TableModel
package import TableRendering

/// Rows as columns and texts: for copies, and to show what is about to be stored.
package struct RowTable: Sendable {
  package var columns: [String] = []
  package var rows: [[String]] = []

  /// Rows of a database, every column by its name and every value as it is stored.
  package init(_ records: [Record], _ schema: RecordSchema) {
    let shown = schema.ownColumns
    columns = shown.map { schema.columns[$0].name }
    rows = records.map { record in
      shown.map { position in
        // Bytes are no text.
        if case .blob = record[position] { return "" }
        return record[position].description
      }
    }
  }

  /// Rows of any kinds: a kind has the columns of its fields, or of what it encodes where it has none.
  package init(_ rows: [any HandledRow], _ cells: [any CellViewModel]) {
    var places: [String: Int] = [:]
    let named = zip(rows, cells).map { handler, cell -> [(String, String)] in
      handler.fields.isEmpty
        ? RowValues(cell).items.filter { $0.name != "id" }.map { ($0.name, $0.text) }
        : Array(zip(handler.fields.map(\.title), handler.fieldValues()))
    }
    for (name, _) in named.joined() where places[name] == nil {
      places[name] = columns.count
      columns.append(name)
    }
    self.rows = named.map { values in
      var row = Array(repeating: "", count: columns.count)
      for (name, text) in values { if let place = places[name] { row[place] = text } }
      return row
    }
  }

  /// Tabs between values, one row a line, as spreadsheets take it. A value with a tab, a quote or the end of a line stands in quotes.
  package var tabSeparated: String {
    ([columns] + rows).map { $0.map(Self.quoted).joined(separator: "\t") }.joined(separator: "\n") + "\n"
  }

  private static func quoted(_ text: String) -> String {
    guard text.contains(where: { $0 == "\t" || $0.isNewline || $0 == "\"" }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  /// The rows as pages of forms show them, with their numbers.
  package func preview(_ title: String) -> EditPage.Preview {
    EditPage.Preview(title, columns.map { ($0, nil) }, rows.map { $0.map { .init($0) } })
  }

  /// A table element.
  package var html: HTML {
    HTML { html in
      html.markup("<table><thead><tr>")
      for column in columns {
        html.markup("<th>")
        html.text(column)
        html.markup("</th>")
      }
      html.markup("</tr></thead><tbody>")
      for row in rows {
        html.markup("<tr>")
        for value in row {
          html.markup("<td>")
          html.text(value)
          html.markup("</td>")
        }
        html.markup("</tr>")
      }
      html.markup("</tbody></table>")
    }
  }
}

/// What the rows of a table are called: the values of some columns, or what the rows are called that these refer to.
package struct RowName: Sendable, Equatable {
  /// One value of the name.
  package struct Part: Sendable, Equatable {
    /// The column that holds it.
    package var column: Int
    /// The field that holds what the row is called that the column refers to; `nil` where the value itself is the name.
    package var labelField: Int?
    /// What stands before a value that says nothing by itself: `Invoice` of `Invoice 1`. Empty for nothing.
    package var noun: String

    /// The value of a column.
    package init(column: Int, labelField: Int? = nil, noun: String = "") {
      (self.column, self.labelField, self.noun) = (column, labelField, noun)
    }
  }

  /// The values, in their order.
  package var parts: [Part]
  /// A column that refers to what tells rows of one name apart: the album of a track. `nil` for none.
  package var contextColumn: Int?
  /// Whether all rows that were looked at have names of their own.
  package var isUnique: Bool

  /// The values of columns of the table itself.
  package init(columns: [Int], contextColumn: Int? = nil, isUnique: Bool = true) {
    self.init(parts: columns.map { Part(column: $0) }, contextColumn: contextColumn, isUnique: isUnique)
  }

  /// A name of these parts.
  package init(parts: [Part], contextColumn: Int? = nil, isUnique: Bool = true) {
    (self.parts, self.contextColumn, self.isUnique) = (parts, contextColumn, isUnique)
  }

  /// The columns of the table itself that make the name; empty where what they refer to does.
  package var columns: [Int] {
    parts.allSatisfy { $0.labelField == nil && $0.noun.isEmpty } ? parts.map(\.column) : []
  }

  /// The column whose value is the whole name.
  package var soleColumn: Int? { columns.count == 1 ? columns[0] : nil }

  /// What stands between two names; between the parts of one it is a space.
  package static let separator = " · "

  /// What a row is called; `nil` where it has no name.
  package func text(of record: Record) -> String? {
    let separator = columns.isEmpty ? Self.separator : " "
    var text = ""
    for part in parts {
      var value = part.labelField.map { record[$0].description } ?? ""
      if value.isEmpty {
        value = record[part.column].description
        if !value.isEmpty, !part.noun.isEmpty { value = part.noun + " " + value }
      }
      guard !value.isEmpty else { continue }
      if !text.isEmpty { text += separator }
      text += value
    }
    return text.isEmpty ? nil : text
  }

  /// The same with fields in other places.
  package func moved(_ moved: (Int) -> Int) -> RowName {
    RowName(
      parts: parts.map { Part(column: $0.column, labelField: $0.labelField.map(moved), noun: $0.noun) },
      contextColumn: contextColumn, isUnique: isUnique)
  }
}

extension RecordSchema {
  /// What a column of keys or references is about: `Invoice` of `InvoiceId`; `nil` where its name doesn't say it.
  package static func noun(of column: String) -> String? {
    for suffix in ["_id", "_ID", "Id", "ID"] where column.hasSuffix(suffix) && column.count > suffix.count {
      return String(column.dropLast(suffix.count))
    }
    return nil
  }
}

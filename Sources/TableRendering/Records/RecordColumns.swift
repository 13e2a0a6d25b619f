package import TableModel

/// Which columns of a table stand on a page, in which order, under which titles and classes: what heads and rows must agree on.
package struct RecordColumns: Sendable, Equatable {
  /// What the columns are.
  package let schema: RecordSchema
  /// Positions in the schema's `columns`, in the order in which they are shown. The first is the row's title.
  package let order: [Int]

  /// The given columns of a schema (by default all but a row ID that is no column of the table), with those first that name the row: what it is called by if there is that,
  /// else the first of the key, else the first of all. Positions that the schema doesn't have are left out.
  /// - Parameter isOrdered: whether the first of the given columns is the row's title, whichever it is.
  package init(_ schema: RecordSchema, showing columns: [Int]? = nil, isOrdered: Bool = false) {
    self.schema = schema
    let shown = (columns ?? schema.ownColumns).filter(schema.columns.indices.contains)
    guard !isOrdered else {
      order = shown
      return
    }
    let names = schema.rowName?.columns.filter(shown.contains) ?? []
    let title =
      names.isEmpty ? [schema.keyFields.first(where: shown.contains) ?? shown.first].compactMap(\.self) : names
    order = title + shown.filter { !title.contains($0) }
  }

  /// Equal columns of the same schema.
  package static func == (one: RecordColumns, other: RecordColumns) -> Bool {
    one.schema === other.schema && one.order == other.order
  }

  /// What a column is called in heads and beside values: its title; `Album` for a labelled reference `AlbumId`; else its name.
  package func title(of column: Int) -> String { Self.title(of: schema.columns[column]) }

  /// The classes of a column's head and cells that align them: `number`, `id` or none.
  package func alignmentClass(of column: Int) -> String? { Self.alignmentClass(of: schema.columns[column]) }

  /// What a column's cells are in lists of cells, as on phones.
  package func prominence(of column: Int) -> Prominence {
    let column = schema.columns[column]
    if column.reference?.labelField != nil { return .normal }
    if case .time? = column.format { return .normal }
    switch column.type {
    case .timestamp, .json: return .wide
    case .text: return Self.holdsLongText(column) ? .wide : .normal
    case .identifier: return column.isPrimaryKey && column.reference == nil ? .secondary : .normal
    default: return .normal
    }
  }

  /// How much room a value takes where rows are shown as cells.
  package enum Prominence: Sendable, Hashable {
    /// Half a line.
    case normal
    /// A line of its own.
    case wide
    /// Left to the row's page.
    case secondary
  }

  static func title(of column: RecordSchema.Column) -> String {
    if let title = column.title { return title }
    guard column.reference?.labelField != nil else { return column.name }
    return RecordSchema.noun(of: column.name) ?? column.name
  }

  static func alignmentClass(of column: RecordSchema.Column) -> String? {
    // A label is text, whatever the value behind it is.
    guard column.reference?.labelField == nil else { return nil }
    if case .time? = column.format { return nil }
    switch column.type {
    case .number: return "number"
    case .identifier: return "id"
    default: return nil
    }
  }

  /// Schemas don't say how long texts are; a declared length and a telling name are all there is to go by.
  private static func holdsLongText(_ column: RecordSchema.Column) -> Bool {
    let type = column.declaredType.lowercased()
    if let open = type.firstIndex(of: "("), let length = Int(type[type.index(after: open)...].prefix { $0.isNumber }) {
      return length > 100
    }
    let name = column.name.lowercased()
    return longTextNames.contains { name.hasSuffix($0) }
  }

  private static let longTextNames = [
    "note", "notes", "description", "comment", "comments", "body", "content", "text", "summary", "message", "address",
    "bio",
  ]
}

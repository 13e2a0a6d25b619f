package import TableGroups
package import TableModel
import TableRendering
import TextCoding

/// Groups as the rows of a table, for every format that tables have.
package struct GroupRecords {
  private let query: GroupQuery
  private let source: RecordSchema
  private let result: GroupResult
  private let names: GroupNames

  /// - Parameter schema: that of the table, in the words of the site's owner.
  package init(_ result: GroupResult, _ query: GroupQuery, _ schema: RecordSchema) {
    self.result = result
    self.query = query
    source = schema
    names = GroupNames(query.key, query.figures, schema)
  }

  private var hasLabels: Bool {
    query.key.part == .value && source.columns[query.key.column].reference?.labelField != nil
  }

  // MARK: Data

  /// The groups as data: what they have in common, with its label or the end of its range, the number of rows, the figures.
  package var page: RecordPage {
    var columns = [keyColumn]
    if hasLabels { columns.append(.init("\(names.key)_label")) }
    if result.width != nil { columns.append(.init("\(names.key)_to", keyColumn.type)) }
    columns += valueColumns
    let schema = RecordSchema(table: source.table, columns: columns, keyFields: [])
    var builder = RecordPageBuilder(
      fieldCount: columns.count, rows: result.groups.count, byteCapacity: result.groups.count * 32)
    for group in result.groups {
      builder.append(group.value, .whole)
      if hasLabels { builder.append(group.label.map { .text($0) } ?? .null, .whole) }
      if let width = result.width { builder.append(Self.end(of: group.value, width), .whole) }
      append(group, to: &builder)
    }
    return builder.finish(schema)
  }

  /// All rows as one group, by the names that the columns have.
  package var total: [(name: String, value: RecordValue)] {
    [(names.count, .integer(Int64(result.total.count)))]
      + zip(names.figures, result.total.figures).map { (name: $0, value: $1) }
  }

  // MARK: Pages

  /// The columns that pages show.
  package var shown: [Int] { Array(0..<2 + query.figures.count) }
  /// The hidden columns behind them: the address of the group's rows, and the key of the row that it is called by.
  package static let addressColumn = "group-rows", keyColumn = "group-key"

  /// The groups as pages show them.
  /// - Parameter address: of the rows of a group.
  package func shownPage(_ schema: RecordSchema, address: (Group) -> String?) -> RecordPage {
    page(result.groups, schema) { group in (words(group), address(group), group.label == nil ? .null : group.value) }
  }

  /// The line below them.
  package func totalPage(_ schema: RecordSchema, address: String) -> RecordPage {
    page([result.total], schema) { _ in (.text("All rows"), address, .null) }
  }

  /// What the columns of pages are.
  package var shownSchema: RecordSchema {
    var key = keyColumn
    key.title = RecordColumns(source).title(of: query.key.column)
    // What isn't the whole value is a text, whatever the type of the column.
    if hasLabels || query.key.part != .value { key = titled(.init(names.key, .text), key.title) }
    return RecordSchema(
      table: source.table,
      columns: [key] + valueColumns + [.init(Self.addressColumn, .text), .init(Self.keyColumn, .identifier)],
      keyFields: [])
  }

  private func titled(_ column: RecordSchema.Column, _ title: String?) -> RecordSchema.Column {
    var column = column
    column.title = title
    return column
  }

  private func page(
    _ groups: [Group], _ schema: RecordSchema,
    _ shown: (Group) -> (value: RecordValue, address: String?, key: RecordValue)
  ) -> RecordPage {
    var builder = RecordPageBuilder(
      fieldCount: schema.columns.count, rows: groups.count, byteCapacity: groups.count * 96)
    for group in groups {
      let (value, address, key) = shown(group)
      builder.append(value, .whole)
      append(group, to: &builder)
      builder.append(address.map { .text($0) } ?? .null, .whole)
      builder.append(key, .whole)
    }
    return builder.finish(schema)
  }

  /// What people read of a group's value.
  package func words(_ group: Group) -> RecordValue {
    if let label = group.label { return .text(label) }
    guard let width = result.width, group.value != .null else { return group.value }
    return .text("\(text(group.value)) to \(text(Self.end(of: group.value, width)))")
  }

  private func text(_ value: RecordValue) -> String { source.columns[query.key.column].text(of: value) }

  /// The number that a range ends before.
  package static func end(of start: RecordValue, _ width: Double) -> RecordValue {
    switch start {
    case .integer(let number): .rangeStart(1, width: Double(number) + width)
    case .real(let number): .rangeStart(1, width: number + width)
    case .null, .text, .blob: .null
    }
  }

  // MARK: Columns

  private func append(_ group: Group, to builder: inout RecordPageBuilder) {
    builder.append(Int64(group.count))
    for value in group.figures { builder.append(value, .whole) }
  }

  private var keyColumn: RecordSchema.Column {
    var column = source.columns[query.key.column]
    if query.key.part.length != nil { return .init(column.name, .text) }
    if result.width != nil { column.spelling = nil }
    column.isPrimaryKey = false
    column.reference = nil
    return column
  }

  private var valueColumns: [RecordSchema.Column] {
    var count = RecordSchema.Column(names.count, .number(fractionDigits: nil))
    count.title = "Rows"
    return [count] + zip(query.figures, names.figures).map(column)
  }

  private func column(_ figure: GroupFigure, _ name: String) -> RecordSchema.Column {
    let source = source.columns[figure.column]
    var column = RecordSchema.Column(name, source.type)
    column.title = "\(figure.kind.title) of \(source.title ?? source.name)"
    column.unit = source.unit
    column.format = source.format
    column.spelling = source.spelling == .verbatim ? nil : source.spelling
    if figure.kind.needsNumbers, case .identifier = source.type { column.type = .number(fractionDigits: nil) }
    if figure.kind == .average {
      column.spelling = nil
      if column.format == nil, case .number(let digits) = source.type {
        column.format = .fixed(fractionDigits: max(digits ?? source.spelling?.shownDecimals ?? 0, 2))
      }
    }
    return column
  }
}

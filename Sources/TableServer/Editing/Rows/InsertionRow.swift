import TableModel
import TableRendering

/// The row at the end of a grid in edit mode in which a new one is written: the values of `insertion-row.html`.
///
/// Files, and columns that the page doesn't show, are left to the form of a new row, which is also what answers where something is wrong.
struct InsertionRow {
  private let fields: [RowField]
  private let columns: RecordColumns
  private let editing: GridEditing
  private let tableAddress: String
  private let entry: SiteMap.DatabaseEntry

  /// The form that its fields belong to.
  static let form = "insert"

  /// - Parameter columns: the columns that the page shows.
  init(
    _ mounted: MountedTable, _ presentation: TablePresentation, _ columns: RecordColumns, _ editing: GridEditing,
    _ references: ReferenceFields
  ) async throws {
    let writable = try await mounted.table.writer?.writableColumns() ?? []
    var fields = RowForm(new: writable, like: nil, mounted, presentation).fields.filter { field in
      field.control != .file && columns.order.contains(field.position)
    }
    await references.findChoices(&fields)
    self.fields = fields
    self.columns = columns
    self.editing = editing
    tableAddress = presentation.address
    entry = mounted.entry
  }

  func values(_ context: SiteContext) -> NibValue {
    .object([
      "assets": context.assets.values, "insertForm": .text(Self.form),
      "insertAction": .text(tableAddress + "/-/insert"), "returnTo": .text(editing.returnTo + place),
      "insertCells": .list(
        columns.order.map { column in
          .object([
            "columnTitle": .text(columns.title(of: column)), "alignment": NibValue(columns.alignmentClass(of: column)),
            "field": control(of: column),
          ])
        }),
    ])
  }

  private static func id(of column: Int) -> String { "new-field-\(column)" }

  /// After an insertion the first field has the focus, so that the next can follow.
  private var place: String {
    columns.order.first { column in fields.contains { $0.position == column } }.map { "#" + Self.id(of: $0) } ?? ""
  }

  private func control(of column: Int) -> NibValue {
    guard let field = fields.first(where: { $0.position == column }), case .object(var values) = field.values(in: entry)
    else { return .null }
    values["id"] = .text(Self.id(of: column))
    values["elsewhere"] = .object(["form": .text(Self.form), "label": .text(columns.title(of: column))])
    values["describedBy"] = .null
    values["rowCount"] = .integer(1)
    values["placeholder"] = NibValue(field.writable.isNumbered ? "next" : field.writable.defaultText)
    // Nobody asks in a grid whether nothing is meant by nothing.
    values["nullName"] = field.takesEmptyText && field.column.isNullable ? .text(field.nullName) : .null
    return .object(values)
  }
}

import TableArguments
package import TableModel
package import TableRendering

/// The row at the end of a grid in edit mode in which a new one is written.
///
/// Files, and columns that the page doesn't show, are left to the form of a new row, which is also what answers where something is wrong.
package struct InsertionRow {
  private let fields: [RowField]
  private let columns: RecordColumns
  private let editing: GridEditing
  private let tableAddress: String
  /// Values that the rows are chosen by, of columns that the page doesn't show.
  private let hidden: [(name: String, value: String)]

  /// The form that its fields belong to.
  static let form = "insert"

  /// - Parameters:
  ///   - columns: the columns that the page shows.
  ///   - selection: the rows of the page, of which the new one is to be one.
  package init(
    _ mounted: MountedTable, _ presentation: TablePresentation, _ columns: RecordColumns, _ editing: GridEditing,
    _ references: ReferenceFields, in selection: RowSelection
  ) async throws {
    let writable = try await mounted.table.writer?.writableColumns() ?? []
    let values = selection.valuesOfNewRow(presentation.schema)
    var form = RowForm(new: writable, like: nil, mounted, presentation)
    form.read(FormBody(values))
    var fields = form.fields.filter { field in
      field.control != .file && columns.order.contains(field.position)
    }
    hidden = values.filter { value in
      form.fields.contains { $0.valueName == value.name && !columns.order.contains($0.position) }
    }
    await references.findChoices(&fields)
    self.fields = fields
    self.columns = columns
    self.editing = editing
    tableAddress = presentation.address
  }

  package func html(_ context: SiteContext) -> HTML {
    context.nibs.insertionRow.html(
      InsertionRowView(
        assets: context.assets.view, insertForm: Self.form, insertAction: tableAddress.below("/-/insert"),
        returnTo: editing.returnTo + place, kept: hidden.map { FieldView(name: $0.name, value: $0.value) },
        insertCells: columns.order.map { column in
          .init(
            columnTitle: columns.title(of: column), alignment: columns.alignmentClass(of: column),
            field: control(of: column))
        }))
  }

  private static func id(of column: Int) -> String { "new-field-\(column)" }

  /// After an insertion the first field has the focus, so that the next can follow.
  private var place: String {
    columns.order.first { column in fields.contains { $0.position == column } }.map { "#" + Self.id(of: $0) } ?? ""
  }

  private func control(of column: Int) -> FormFieldView? {
    guard let field = fields.first(where: { $0.position == column }) else { return nil }
    var shown = field.formField
    shown.id = Self.id(of: column)
    shown.label = columns.title(of: column)
    shown.form = Self.form
    shown.placeholder = field.writable.isNumbered ? "next" : field.writable.defaultText
    return shown.view
  }
}

import TableArguments
package import TableModel

/// The form on the page of a row that adds to a table of pairs, such as the tracks of a playlist: all that it asks for is the other row.
package struct AdditionForm {
  private let field: RowField
  private let kept: [(name: String, value: String)]
  private let action: String

  /// - Parameter selection: the rows that refer to the row of the page.
  /// - Returns: `nil` where a row of the table says more than which two rows belong together, or its other row can't be looked up.
  package init?(
    to mounted: MountedTable, _ presentation: TablePresentation, of selection: RowSelection,
    _ references: ReferenceFields
  ) async {
    guard let writable = try? await mounted.table.writer?.writableColumns() else { return nil }
    let given = selection.valuesOfNewRow(presentation.schema)
    let asked = RowForm(new: writable, like: nil, mounted, presentation).fields.filter { field in
      !field.writable.isNumbered && !given.contains { $0.name == field.valueName }
    }
    guard asked.count == 1, asked[0].writable.isRequired, case .reference = asked[0].control else { return nil }
    var found = asked
    await references.findChoices(&found)
    guard case .reference(let choices, let isComplete) = found[0].control, isComplete || !choices.isEmpty else {
      return nil
    }
    (field, kept, action) = (found[0], given, presentation.address.below("/-/insert"))
  }

  /// - Parameters:
  ///   - number: tells the form from others on the page, counted from 1.
  ///   - title: what the table is called.
  ///   - returnTo: the page that the answer leads to, where the field has the focus again.
  package func view(number: Int, title: String, returnTo: String) -> RowsInPlaceView.Addition {
    let form = "add-\(number)"
    var shown = field.formField
    (shown.id, shown.form, shown.label) = (form + "-field", form, "\(shown.label), to add to \(title)")
    return RowsInPlaceView.Addition(
      addForm: form, addAction: action, returnTo: returnTo + "#" + shown.id,
      kept: kept.map { FieldView(name: $0.name, value: $0.value) }, addField: shown.view)
  }
}

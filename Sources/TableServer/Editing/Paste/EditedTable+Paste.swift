import SitePages
import SiteTables
import TableArguments
import TableEditing
import TableModel

extension EditedTable {
  /// What became of pasted rows.
  enum Pasted {
    case stored(CommandResult, message: String)
    /// Nothing is stored yet, or can be.
    case preview(PastePreview)
  }

  /// Rows as text: shown first, with types and everything that is wrong, and stored, all or none, when they are sent once more.
  /// - Parameter takesAllColumns: refuses columns that would be left out where nobody has seen that they are.
  func paste(_ text: String, isConfirmed: Bool, takesAllColumns: Bool) async throws -> Pasted {
    try rule.check(.insertRecords([], ifExists: .refuse))
    var paste = try await RowPaste(text, try await writer.writableColumns(), schema, references)
    if takesAllColumns, isConfirmed { try paste.table.checkColumns() }
    if paste.errors.isEmpty, isConfirmed {
      do {
        let result = try await run(Command(.insertRecords(paste.rows, ifExists: .refuse)))
        return .stored(result, message: "Added \(result.records.outcomes.count.counted("row", "rows")).")
      } catch RecordChangeError.invalid(let problems) {
        paste.note(problems)
      }
    } else if paste.errors.isEmpty {
      paste.note(try await attempt(paste.rows.map { .insert($0) }).problems)
    }
    return .preview(PastePreview(table: paste.table, kinds: paste.kinds, errors: paste.errors))
  }

  /// The page on which rows are pasted.
  func pastePage(_ back: String?) -> EditPage {
    let back = place.back(back)
    var page = EditPage(
      place, "Paste rows",
      remark:
        "Rows of a spreadsheet, or CSV. The first line may name the columns; else they are taken in the order of the table: "
        + schema.ownColumns.map { schema.columns[$0].title ?? schema.columns[$0].name }.joined(separator: ", ") + ".")
    page.form = PastePreview.form(address.below("/-/paste"), [("_return", back)], text: "", submit: "Preview")
    page.ways = [.cancel(back)]
    return page
  }
}

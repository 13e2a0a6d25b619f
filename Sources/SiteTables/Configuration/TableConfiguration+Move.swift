import SiteConfiguration
package import TableArguments
import TableModel

extension TableConfiguration {
  /// What keeps rows from standing in the order of a column; `nil` for nothing.
  static func obstacle(
    toMovingBy name: PlacedName, column: Int, in schema: RecordSchema, _ notes: SiteFile.Table
  ) -> SiteFileError.Problem? {
    func problem(_ message: String) -> SiteFileError.Problem { .init(message, at: name.place) }
    if schema.isView { return problem("“\(schema.table)” is a view: only rows of a table can be moved") }
    if schema.columns[column].isPrimaryKey {
      return problem("“\(name.text)” is part of the key: moving rows can't change it")
    }
    let type = schema.columns[column].declaredType
    guard ["INT", "REAL", "FLOA", "DOUB", "NUM", "DEC"].contains(where: { type.uppercased().contains($0) }) else {
      return problem(
        "“\(name.text)” must be a column of numbers"
          + (type.isEmpty ? "" : ": it is declared as \(type)"))
    }
    if !notes.sort.isEmpty { return problem("`move` and `sort` exclude each other") }
    return notes.sections == nil ? nil : problem("`move` and `sections` exclude each other")
  }

  /// Whether a page shows the rows as they can be moved: all of them, in their own order.
  package func isMovable(_ arguments: PageArguments) -> Bool {
    moveColumn != nil && arguments.query.selection.isEverything && arguments.query.sort == sort
  }
}

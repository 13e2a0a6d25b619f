import SiteConfiguration
import TableModel

extension TableConfiguration {
  /// What makes the rows a tree by a column.
  static func tree(by column: Int, in schema: RecordSchema) -> TreeKey? {
    schema.keyFields.first.map { TreeKey(parent: column, key: $0) }
  }

  /// What keeps rows from being a tree by a column; `nil` for nothing.
  static func obstacle(
    toTreeBy name: PlacedName, column: Int, in schema: RecordSchema, hasSections: Bool
  ) -> SiteFileError.Problem? {
    func problem(_ message: String) -> SiteFileError.Problem { .init(message, at: name.place) }
    if schema.isView { return problem("“\(schema.table)” is a view: a tree is made of the rows of a table") }
    guard schema.keyFields.count == 1, schema.keyFields != [column] else {
      return problem("A row of “\(schema.table)” is not named by another column alone: its rows make no tree")
    }
    if let reference = schema.columns[column].reference,
      Grants.folded(reference.table) != Grants.folded(schema.table) || !reference.isKey
    {
      return problem("“\(name.text)” refers to “\(reference.table)”, not to the row above in “\(schema.table)”")
    }
    return hasSections ? problem("Rows can't make a tree and stand in sections at once") : nil
  }

  /// The tree that a page shows: of all rows in the table's own order. Chosen rows and those in another order are a flat list.
  func tree(_ arguments: PageArguments) -> TreeKey? {
    arguments.query.selection.isEverything && arguments.query.sort == sort ? tree : nil
  }
}

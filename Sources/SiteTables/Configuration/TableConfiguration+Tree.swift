import SiteConfiguration
package import TableArguments
package import TableModel

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
    if schema.isView { return problem("“\(schema.table)” is a view: only tables can be shown as trees") }
    guard schema.keyFields.count == 1, schema.keyFields != [column] else {
      return problem("“\(schema.table)” needs a key of one column to be shown as a tree")
    }
    if let reference = schema.columns[column].reference,
      Grants.folded(reference.table) != Grants.folded(schema.table) || !reference.isKey
    {
      return problem("“\(name.text)” references “\(reference.table)”; a tree needs a reference to “\(schema.table)”")
    }
    return hasSections ? problem("`tree` and `sections` exclude each other") : nil
  }

  /// The tree that a page shows: of all rows in the table's own order. Chosen rows and those in another order are a flat list.
  package func tree(_ arguments: PageArguments) -> TreeKey? {
    arguments.query.selection.isEverything && arguments.query.sort == sort ? tree : nil
  }
}

package import TableModel

extension TableDefinition {
  /// Reads the rows as a tree; `nil` where they can't be one.
  /// - Parameter order: the order of rows beside each other.
  package func tree(_ tree: TreeKey, ordered order: [OrderTerm]) -> TreeStatement? {
    guard !schema.isView, schema.columns.indices.contains(tree.parent), schema.keyFields == [tree.key] else {
      return nil
    }
    let name =
      schema.columns.indices.contains(tree.key)
      ? SQLIdentifier(schema.columns[tree.key].name).description : rowIDName
    guard let name else { return nil }
    return TreeStatement(
      table: schema.table, identity: rowIDName ?? name, key: name,
      parent: SQLIdentifier(schema.columns[tree.parent].name).description, order: order, in: dialect)
  }

  /// - Throws: `TableError.badRequest` for a tree that the rows can't be, or of some rows only.
  package func checkTree(_ query: TableQuery) throws(TableError) {
    guard let key = query.tree else { return }
    guard query.selection.isEverything, tree(key, ordered: []) != nil else {
      throw TableError.badRequest("This table can't be shown as a tree.")
    }
  }
}

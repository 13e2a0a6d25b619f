package import RecordViewModels
package import TableModel

/// A table whose engine groups rows by itself.
package protocol GroupableTable: RecordTable {
  /// The groups of a query that makes sense for the table's schema.
  /// - Throws: `TableError.timeLimitReached` or `TableError.busy` if that takes too long.
  func engineGroups(_ query: GroupQuery) async throws -> GroupResult
}

extension RecordTable {
  /// The rows of a selection in groups. Where no engine groups them, all rows are read, for two seconds at most.
  /// - Throws: `TableError.badRequest` for what makes no sense, `timeLimitReached` or `busy` if it takes too long.
  package func groups(_ query: GroupQuery) async throws -> GroupResult {
    let schema = try await schema()
    guard query.limit > 0, query.offset >= 0 else { throw TableError.badRequest("A page needs at least one group.") }
    guard query.columns.allSatisfy(schema.columns.indices.contains) else {
      throw TableError.badRequest("A column to group by doesn't exist.")
    }
    if let refusal = schema.refusals(of: query).first { throw TableError.badRequest(refusal) }
    guard let engine = self as? any GroupableTable else { return try await GroupReader(self, query).result() }
    return try await engine.engineGroups(query)
  }
}

/// A table with code groups as the database does that it is in, but not by computed columns.
extension CodedTable: GroupableTable {
  /// - Throws: `TableError.badRequest` for columns that the database doesn't have.
  package func engineGroups(_ query: GroupQuery) async throws -> GroupResult {
    try check(query.columns, query.selection)
    return try await table.groups(query)
  }
}

internal import SQLTables
internal import TableModel

extension SQLiteTable {
  func suggestedFacets(in selection: RowSelection) async throws -> [Facet] {
    let (file, label) = try database.currentFile()
    let cache = file.table(named: name).suggestions
    if let known = cache.value(selection, at: label) { return known }
    do {
      return try await suggestions(in: selection, file)
    } catch TableError.timeLimitReached { return [] }
  }

  private func suggestions(in selection: RowSelection, _ file: OpenFile) async throws -> [Facet] {
    let cache = file.table(named: name).suggestions
    return try await database.onFacetThread(file, about: selection) { connection in
      let label = connection.freshLabel(of: file)
      do {
        let facets = try withDefinition(file, connection) { definition in
          try connection.transaction {
            guard try connection.schemaVersion() == definition.schemaVersion else { throw SchemaChanged() }
            return try definition.explainingSearches(of: selection, on: connection) {
              let condition = try definition.condition(of: selection, on: connection)
              return try FacetSuggestions(definition, condition).facets(on: connection)
            }
          }
        }
        if file.label() == label { cache.keep(facets, for: selection, at: label) }
        return facets
      } catch let failure as SQLiteFailure where failure.isInterrupt {
        return []
      }
    }
  }
}

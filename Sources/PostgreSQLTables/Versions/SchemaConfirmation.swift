internal import SQLTables
internal import TableModel

/// That a schema is the one of a state of the data: a page that is kept under that state has the right columns.
struct SchemaConfirmation: Sendable {
  let version: DataVersion
  /// Tables and views whose rows, or those that they are shown with, can be others though nothing was committed.
  let unsteady: Set<String>

  /// What is asked for it together with the schema.
  static var requests: [PostgreSQLRequest] {
    [VersionStatement.stateAndLife, PostgreSQLRequest(UnsteadyRelations.statement, recurs: true)]
  }

  /// - Parameter answers: those to `requests`; none where these weren't asked.
  /// - Returns: `nil` where the server doesn't tell the state of its data.
  init?(_ answers: some Collection<PostgreSQLRows>, of schema: ServerSchema, _ book: VersionBook) {
    guard let state = answers.first, let relations = answers.dropFirst().first, let version = book.version(state) else {
      return nil
    }
    self.version = version
    let numbers = Set((0..<relations.count).map { relations.integer($0, 0) })
    unsteady = Self.connected(
      schema.relations.values.filter { numbers.contains($0.number) }.map(\.name), schema.cascades)
  }

  /// Tables and all that references lead to from them, or that refer to them, however far: pages of rows show rows that are connected with them.
  private static func connected(_ tables: [String], _ references: [Cascade]) -> Set<String> {
    var found = Set(tables)
    var isComplete = found.isEmpty
    while !isComplete {
      let count = found.count
      for reference in references where found.contains(reference.table) || found.contains(reference.referencedTable) {
        found.formUnion([reference.table, reference.referencedTable])
      }
      isComplete = found.count == count
    }
    return found
  }
}

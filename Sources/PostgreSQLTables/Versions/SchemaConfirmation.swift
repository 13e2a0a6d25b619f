internal import SQLTables
internal import TableModel

/// That a schema is the one of a state of the data: a page that is kept under that state has the right columns.
struct SchemaConfirmation: Sendable {
  let version: DataVersion
  /// Tables and views whose rows, or those that they are shown with, can be others though nothing was committed.
  let unsteady: Set<String>
  /// For tables and views of which each commit is told: the numbers of the tables that they read.
  let told: [String: Set<Int>]
  /// What was known before the schema was read.
  let mark: VersionBook.Mark

  /// What is asked for it together with the schema.
  static var requests: [PostgreSQLRequest] {
    [
      VersionStatement.state, PostgreSQLRequest(UnsteadyRelations.statement, recurs: true),
      PostgreSQLRequest(WatchStatements.told, recurs: true),
    ]
  }

  /// - Parameter answers: those to `requests`; none where these weren't asked.
  /// - Returns: `nil` where the server doesn't tell the state of its data.
  /// - Parameter mark: from before they were asked.
  init?(_ answers: [PostgreSQLRows], of schema: ServerSchema, _ book: VersionBook, since mark: VersionBook.Mark) {
    guard answers.count == Self.requests.count, answers[0].count == 1, let state = answers[0].text(0, 0),
      let version = book.version(state, since: mark)
    else { return nil }
    (self.version, self.mark) = (version, mark)
    let names = Dictionary(
      schema.relations.values.map { ($0.number, $0.name) }, uniquingKeysWith: { first, _ in first })
    told = (0..<answers[2].count).reduce(into: [:]) { told, row in
      guard let name = names[answers[2].integer(row, 0)] else { return }
      told[name, default: []].insert(answers[2].integer(row, 1))
    }
    let relations = answers[1], numbers = Set((0..<relations.count).map { relations.integer($0, 0) })
    unsteady = Self.connected(
      schema.relations.values.filter { numbers.contains($0.number) }.map(\.name), schema.cascades)
  }

  /// Whether rows of a table, or of those that are seen as one, can be others though nothing was committed.
  func isUnsteady(_ definition: TableDefinition) -> Bool {
    let name = definition.schema.table
    let members = definition.catalog.entryOrUnion(named: name)?.members ?? []
    return ([name] + members).contains(where: unsteady.contains)
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

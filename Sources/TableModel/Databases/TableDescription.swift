/// How a table is defined and how a query reads it, in the words of its engine: for people to read, never to be run from here.
package struct TableDescription: Sendable {
  /// The statement that made the table or view; `nil` if there is none.
  package var definition: String?
  /// The statements that made its indexes and triggers.
  package var additions: [String]
  /// The statement that reads the first page of the query; `nil` where there are no statements.
  package var statement: String?
  /// The statement that reads all rows of the query, as visitors may run it: its parameters have names, `:p0` and so on.
  package var visitorStatement: String?
  /// The statement that counts all rows of the query.
  package var countStatement: String?
  /// The values of both statements' parameters, by their names without the sign before them, in order.
  package var parameters: [(name: String, value: RecordValue)]

  /// What is known of a table.
  package init(
    definition: String? = nil, additions: [String] = [], statement: String? = nil, visitorStatement: String? = nil,
    countStatement: String? = nil,
    parameters: [(name: String, value: RecordValue)] = []
  ) {
    self.definition = definition
    self.additions = additions
    self.statement = statement
    self.visitorStatement = visitorStatement
    self.countStatement = countStatement
    self.parameters = parameters
  }
}

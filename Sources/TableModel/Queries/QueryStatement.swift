/// A statement that a visitor wrote: what it says, and values for its named parameters.
package struct QueryStatement: Sendable, Hashable {
  /// The statement in the database's own language.
  package var text: String
  /// Values of parameters, by their names without the sign before them. One that is missing is an empty text.
  package var parameters: [String: String]
  /// Rows that are answered at most.
  package var rowLimit: Int
  /// Rows that come before these.
  package var rowOffset = 0
  /// The name of the result's column that it is sorted by; `nil` for the order that the statement itself gives.
  package var sortColumn: String?
  /// Whether the largest value of that column comes first.
  package var isDescending: Bool
  /// Whether it isn't run, but told how it would be.
  package var isExplained: Bool
  /// How much of long values to bring.
  package var values: ValueExtent
  /// How long it may run, in seconds; `nil`, like anything longer, stands for the database's own limit.
  package var timeLimitSeconds: Double?

  /// A statement.
  package init(
    _ text: String, parameters: [String: String] = [:], rowLimit: Int = 1_000, sortColumn: String? = nil,
    isDescending: Bool = false, isExplained: Bool = false, values: ValueExtent = .whole
  ) {
    self.values = values
    self.text = text
    self.parameters = parameters
    self.rowLimit = rowLimit
    self.sortColumn = sortColumn
    self.isDescending = isDescending
    self.isExplained = isExplained
  }

  /// How long it may run, in seconds, where none may run longer than this.
  package func timeLimit(within seconds: Double) -> Double { min(timeLimitSeconds ?? seconds, seconds) }
}

/// What a statement answered.
package struct StatementResult: Sendable {
  /// The rows; the schema says what was found out about their columns.
  package var page: RecordPage
  /// Names of the statement's parameters without the sign before them, in the order in which they first stand.
  package var parameters: [String]
  /// Whether there are more rows than these.
  package var isTruncated: Bool

  /// The answer to a statement.
  package init(_ page: RecordPage, parameters: [String], isTruncated: Bool) {
    self.page = page
    self.parameters = parameters
    self.isTruncated = isTruncated
  }
}

/// Why a statement can't be run: the fault is in the statement, so its writer is told in the database's own words.
package struct StatementError: Error, Sendable, Equatable {
  /// One sentence.
  package var message: String
  /// Where in the statement's UTF-8 it went wrong; `nil` if that isn't known.
  package var offset: Int?
  /// Names of the statement's parameters, as far as it could be read.
  package var parameters: [String]

  /// What is wrong with a statement.
  package init(_ message: String, offset: Int? = nil, parameters: [String] = []) {
    self.message = message
    self.offset = offset
    self.parameters = parameters
  }
}

/// A database that runs statements of visitors, as long as they only read.
package protocol StatementDatabase: TableDatabase {
  /// Runs a statement on a connection that can't write, within limits of time and size.
  /// - Throws: `StatementError` for what its writer can mend, `TableError.timeLimitReached` if it took too long.
  func result(of statement: QueryStatement) async throws -> StatementResult
  /// How long a statement may run, in seconds.
  var statementTimeLimit: Double { get }
}

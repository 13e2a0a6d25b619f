/// A table of records: pages of rows with one schema, and each row by its key.
package protocol RecordTable: TableViewModelProvider {
  /// What the columns are. Found when first asked for, and found anew after the database's own schema has changed.
  func schema() async throws -> RecordSchema
  /// One row.
  /// - Parameter neighbours: whether the keys of the rows around it are wanted, each of which is looked for.
  /// - Throws: `TableError.notFound` if there is no such row.
  func record(_ key: RowKey, neighbours: Bool) async throws -> RecordDetail
  /// Where a row stands among those of a query, whatever the query's position: what leads to the rows around it.
  /// - Throws: `TableError.notFound` if there is no such row, `badRequest` for a query whose pages are counted.
  func place(of key: RowKey, in query: TableQuery) async throws -> RowCursors
  /// How many rows a query means, as a page of them would say.
  func count(_ query: TableQuery) async throws -> TableCount
  /// What a glance at a count tells in a state of the data that was just read; `nil` where it takes another look at them.
  func glance(atCountOf selection: RowSelection, in state: DataVersion) -> TableCount?
  /// How many rows elsewhere refer to a row of this table by what no filter can be told, such as bytes; `unknown` if that takes long.
  func count(of reference: RecordSchema.IncomingReference, to record: Record) async throws -> TableCount
  /// The bytes of one value of one row.
  /// - Parameter column: the position of the column in the schema.
  /// - Throws: `TableError.notFound` if there is no such row, or the value is null.
  func bytes(of column: Int, inRecord key: RowKey) async throws -> [UInt8]
  /// One page, for which nobody who asks for other pages waits: for searches of many tables.
  /// - Parameter seconds: how long it may take.
  /// - Throws: `TableError.timeLimitReached` if that is too short.
  func page(_ query: TableQuery, within seconds: Double) async throws -> TablePage
  /// Every row of a query from its position on, whatever its page size: for exports.
  func cursor(_ query: TableQuery) async throws -> any RecordCursor
  /// The most frequent values of a column among the rows of a selection.
  ///
  /// - Parameter waits: whether to answer only when there is an answer, which takes as long as the table's time limit allows. A page
  ///   does not wait: within about a millisecond it gets what is known, or `.pending`.
  func facet(_ query: FacetQuery, waits: Bool) async throws -> FacetAnswer
  /// Facets that are likely to be of use, judged by some of the rows of a selection; none if that takes too long.
  func suggestedFacets(in selection: RowSelection) async throws -> [Facet]
  /// The sections of all rows of a selection in their order, as far as they are known by now: what isn't found out within a millisecond
  /// or two is there when somebody asks again. `nil` for not known.
  func sections(_ query: SectionQuery) async throws -> [SectionSummary]?
  /// How the table is defined, and how a query reads it, in the words of its engine.
  func description(of query: TableQuery) async throws -> TableDescription
  /// Tells since when nothing has changed that pages of a query show; `nil` where that isn't known apart from the rest of the database.
  ///
  /// What is answered is given a state of the database, and answers the same one, or an earlier one, in which all that the pages show was
  /// the same: a page is still right as long as the answers for its own state and for the present one are equal. In well under a microsecond.
  func lastChange(ofPages query: TableQuery) -> (@Sendable (_ state: DataVersion) -> DataVersion)?
  /// Changes its rows; `nil` if they can only be read.
  var writer: (any RecordWriter)? { get }
  /// Changes its rows for a visitor, whom those who validate rows want to know.
  func writer(for visitor: TableVisitor) -> (any RecordWriter)?
}

/// Where a row stands in an order.
public struct RowCursors: Sendable, Hashable {
  /// For the page that ends just before the row.
  package var start: PageToken
  /// For the page that starts just behind the row.
  package var end: PageToken

  /// A place between two tokens.
  public init(start: PageToken, end: PageToken) {
    self.start = start
    self.end = end
  }
}

extension RecordTable {
  /// One row by itself.
  package func record(_ key: RowKey) async throws -> RecordDetail { try await record(key, neighbours: false) }

  /// Not told: pages are all that there is.
  package func place(of key: RowKey, in query: TableQuery) async throws -> RowCursors {
    throw TableError.badRequest("The rows of this table have no positions.")
  }

  /// What a page of one row says.
  package func count(_ query: TableQuery) async throws -> TableCount {
    var query = query
    query.pageSize = 1
    return try await page(query).count
  }

  /// Not known.
  package func glance(atCountOf selection: RowSelection, in state: DataVersion) -> TableCount? { nil }

  /// Not known.
  package func count(of reference: RecordSchema.IncomingReference, to record: Record) async throws -> TableCount {
    .unknown
  }

  /// Not known.
  package func lastChange(ofPages query: TableQuery) -> (@Sendable (_ state: DataVersion) -> DataVersion)? { nil }

  /// None.
  package var writer: (any RecordWriter)? { nil }

  /// The same for everybody.
  package func writer(for visitor: TableVisitor) -> (any RecordWriter)? { writer }

  /// A page like any other, under the table's own time limit.
  package func page(_ query: TableQuery, within seconds: Double) async throws -> TablePage { try await page(query) }

  /// Goes from page to page: each is of the state that the data have when it is read.
  package func cursor(_ query: TableQuery) async throws -> any RecordCursor {
    try await PageCursor(table: self, query: query)
  }

  /// Not known.
  package func sections(_ query: SectionQuery) async throws -> [SectionSummary]? { nil }

  /// Nothing: the engine has no words that people know.
  package func description(of query: TableQuery) async throws -> TableDescription { TableDescription() }
}

package import TableModel

/// An index of a table's texts, as the schema declares it.
package protocol TextIndex: Sendable {
  var name: String { get }
  /// The table whose texts it has, where they are elsewhere than in itself.
  var indexedTable: String? { get }
  /// Of several, the one of the highest rank is used.
  var rank: Int { get }
}

/// How the rows of a table are found through an index of its texts.
package protocol IndexedSearch: Sendable {
  /// What the model says of it.
  var description: RecordSchema.SearchIndex { get }
  /// Whether a search can be answered by the index.
  func covers(_ search: TextSearch) -> Bool
  /// The condition of a search, which the engine answers by the index.
  /// - Throws: `TableError.badRequest` for more than a search may ask.
  func condition(of search: TextSearch) throws(TableError) -> RowCondition
}

/// An index that is a table of its own, so that its rows can be read one by one.
package protocol StreamedSearch: IndexedSearch {
  /// What the table calls the row id of the index, as it stands in a statement.
  var rowID: String { get }
  /// The rows of the index, as they stand behind what is selected of them; `nil` if nothing is looked for.
  func matches(of search: TextSearch) -> RowCondition?
  /// The same rows read from the index on, one after the other as they are needed: what they are read from, the rest of the condition, and
  /// what they come in the order of. `nil` if the condition has no search, or the index can't be read so.
  func streamed(_ condition: String, from source: String) -> (source: String, condition: String, order: String)?
}

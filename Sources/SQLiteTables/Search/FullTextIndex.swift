internal import SQLTables
internal import TableModel

/// A full-text index: a virtual table of FTS3, FTS4 or FTS5 (https://sqlite.org/fts3.html, https://sqlite.org/fts5.html).
struct FullTextIndex: TextIndex {
  enum Module: Int, Sendable {
    case fts3 = 3, fts4, fts5
  }
  /// Where the texts are that it indexes.
  enum Content: Sendable, Equatable {
    /// In the index itself.
    case own
    /// Nowhere.
    case none
    /// In a table or view of this name.
    case table(String)
  }

  let name: String
  let module: Module
  private(set) var content = Content.own
  /// The column of the content that holds what the index calls its row id; `nil` for the row id itself.
  private(set) var contentRowID: String?
  /// Columns that are kept but not indexed, in lower case.
  private(set) var unindexed: Set<String> = []
  /// What counts as a match of a word.
  private(set) var matching = RecordSchema.SearchIndex.Matching.words

  /// Whether somebody has chosen it: then it stands before those that are found.
  private var isChosen = false

  var rank: Int { isChosen ? Module.fts5.rawValue + 1 : module.rawValue }
  var indexedTable: String? {
    if case .table(let table) = content { table } else { nil }
  }

  /// An index from its statement in the schema; `nil` for other tables.
  init?(name: String, sql: String) {
    guard let declaration = VirtualTableDeclaration(sql) else { return nil }
    switch declaration.module {
    case "fts3": module = .fts3
    case "fts4": module = .fts4
    case "fts5": module = .fts5
    default: return nil
    }
    self.name = name
    for argument in declaration.arguments {
      if let table = argument.value(of: "content") {
        content = table.isEmpty ? .none : .table(table)
      } else if let column = argument.value(of: "content_rowid") {
        contentRowID = column
      } else if let column = argument.value(of: "notindexed") {
        unindexed.insert(SQLiteDialect.folded(column))
      } else if argument.words.first.map(SQLiteDialect.folded) == "tokenize" {
        matching = Self.matching(argument.words.dropFirst())
      } else if argument.words.count == 2, SQLiteDialect.folded(argument.words[1]) == "unindexed" {
        unindexed.insert(SQLiteDialect.folded(argument.words[0]))
      }
    }
    if module == .fts3 { content = .own }
  }

  /// The same index of a table or view that somebody has chosen it for.
  /// - Parameter column: the one that holds what the index calls its row id; `nil` for the row id itself.
  func chosen(for table: String, by column: String?) -> FullTextIndex {
    var index = self
    index.content = .table(table)
    index.contentRowID = column
    index.isChosen = true
    return index
  }

  private static func matching(_ tokenizer: some Sequence<String>) -> RecordSchema.SearchIndex.Matching {
    let words = tokenizer.flatMap { SQLiteDialect.folded($0).split { $0 == " " || $0 == "'" || $0 == "\"" } }
    if words.contains("trigram") { return .fragments }
    return words.contains("porter") ? .stems : .words
  }
}

/// How the rows of a table are found through its index.
struct FullTextSearch: StreamedSearch {
  let index: FullTextIndex
  /// What the table calls the row id of the index, as it stands in a statement.
  let rowID: String
  /// The positions of the table's columns that are indexed, and what the index calls them.
  let columns: [Int: SQLIdentifier]

  /// What the model says of it.
  var description: RecordSchema.SearchIndex {
    RecordSchema.SearchIndex(name: index.name, columns: columns.keys.sorted(), matching: index.matching)
  }

  /// Whether a search can be answered by the index.
  func covers(_ search: TextSearch) -> Bool { search.column.map { columns[$0] != nil } ?? true }

  /// The condition of a search: the index is asked once, and each row that it names is looked up.
  func condition(of search: TextSearch) -> RowCondition {
    guard let matches = matches(of: search) else { return .everything }
    return RowCondition(lookup(matches.sql), matches.values)
  }

  private func lookup(_ matches: String) -> String { "\(rowID) IN (SELECT f.rowid \(matches))" }

  /// The same rows read from the index on, one after the other as they are needed: what they are read from, and the rest of the
  /// condition. The index gives them in the order of `f.rowid`. `nil` if the condition has no search.
  func streamed(_ condition: String, from source: String) -> (source: String, condition: String, order: String)? {
    let name = SQLIdentifier(index.name)
    for column in [name] + columns.values {
      let match = "f.\(column) MATCH ?"
      guard let found = condition.firstRange(of: lookup("FROM main.\(name) AS f WHERE \(match)")) else { continue }
      return (
        "main.\(name) AS f CROSS JOIN \(source) ON \(rowID) = f.rowid",
        condition[..<found.lowerBound] + match + condition[found.upperBound...],
        "f.rowid"
      )
    }
    return nil
  }

  /// The rows of the index, as they stand behind what is selected of them; `nil` if nothing is looked for.
  func matches(of search: TextSearch) -> RowCondition? {
    let text = search.isRaw ? search.text : MatchExpression.words(of: search.text, for: index.module)
    guard !text.isEmpty else { return nil }
    let name = SQLIdentifier(index.name)
    let column = search.column.flatMap { columns[$0] } ?? name
    return RowCondition("FROM main.\(name) AS f WHERE f.\(column) MATCH ?", [SQLValue(text)])
  }
}

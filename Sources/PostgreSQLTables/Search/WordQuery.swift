internal import SQLTables
internal import TableModel

/// What people look for, as PostgreSQL takes it apart: words become what the index has of them, by the configuration that it was made with
/// (https://www.postgresql.org/docs/15/textsearch-controls.html#TEXTSEARCH-PARSING-QUERIES).
struct WordQuery {
  /// The name of the configuration as a literal; `nil` for that of the database.
  let configuration: String?

  /// Words and phrases that all have to be found, none of which means anything to the server but itself; a `*` at the end of one stands for any
  /// ending.
  /// - Parameter terms: at least one.
  func query(for terms: [String]) -> RowCondition {
    let isBeginning = { (term: String) in term.count > 1 && term.hasSuffix("*") }
    let words = terms.filter { !isBeginning($0) }
    var parts = terms.filter(isBeginning).map { beginning(String($0.dropLast())) }
    if !words.isEmpty {
      // Between quotes `or` and a minus are words like others.
      let text = words.map { "\"\($0)\"" }.joined(separator: " ")
      parts.insert(call("websearch_to_tsquery", configuration, text), at: 0)
    }
    return RowCondition(
      "(" + parts.map(\.sql).joined(separator: " && ") + ")", parts.flatMap(\.values))
  }

  /// A search in the server's own language.
  func query(raw text: String) -> RowCondition { call("to_tsquery", configuration, text) }

  /// The beginning of a word as the index has it, or as it is written: while somebody types it, it may look like a word that is left out.
  private func beginning(_ term: String) -> RowCondition {
    let literal = "'" + term.replacing("\\", with: "\\\\").replacing("'", with: "''") + "':*"
    let (stem, written) = (
      call("to_tsquery", configuration, literal), call("to_tsquery", "'pg_catalog.simple'", literal)
    )
    return RowCondition("(\(stem.sql) || \(written.sql))", stem.values + written.values)
  }

  private func call(_ function: String, _ configuration: String?, _ text: String) -> RowCondition {
    RowCondition(
      "\(function)(\(configuration.map { "CAST(\($0) AS regconfig), " } ?? "")?)", [SQLValue(text)])
  }
}

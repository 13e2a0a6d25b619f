/// What SQLite tells of a table in the text of its `CREATE TABLE` alone.
struct FileTableDefinition {
  /// What columns are computed from, by their names in small letters.
  private(set) var generations: [String: String] = [:]
  private(set) var checks: [String] = []
  /// Of each reference, in their order, whether it is looked at when a transaction ends.
  private(set) var deferrals: [Bool] = []

  init(_ tokens: [SQLToken]) {
    guard let start = tokens.firstIndex(where: { $0.isMark("(") }), let group = tokens.group(at: start) else { return }
    for definition in group.inside.separatedByCommas() { read(definition) }
  }

  private mutating func read(_ tokens: [SQLToken]) {
    var place = 0, column: String?
    let rules: Set<String> = ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"]
    if let first = tokens.first, first.kind != .word || !rules.contains(first.text.uppercased()) {
      column = first.text.lowercased()
      place = 1
    }
    while place < tokens.count {
      let token = tokens[place]
      if token.isWord("CHECK"), let group = tokens.group(at: place + 1) {
        checks.append(group.inside.sql)
        place = group.end
      } else if token.isWord("AS"), let column, let group = tokens.group(at: place + 1) {
        generations[column] = group.inside.sql
        place = group.end
      } else if token.isWord("REFERENCES") {
        deferrals.append(false)
        place += 1
      } else if token.isMark("("), let group = tokens.group(at: place) {
        // Defaults and lists of columns.
        place = group.end
      } else {
        if token.isWord("DEFERRED"), place > 0, tokens[place - 1].isWord("INITIALLY"), !deferrals.isEmpty {
          deferrals[deferrals.count - 1] = true
        }
        place += 1
      }
    }
  }
}

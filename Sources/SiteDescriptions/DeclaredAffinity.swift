/// What a column of a declared type stores values as, in SQLite's words (https://sqlite.org/datatype3.html section 3.1).
enum DeclaredAffinity: String {
  case integer = "INTEGER"
  case text = "TEXT"
  case blob = "BLOB"
  case real = "REAL"
  case numeric = "NUMERIC"

  init(_ declaredType: String) {
    let type = declaredType.uppercased()
    func has(_ words: String...) -> Bool { words.contains { type.contains($0) } }
    self =
      if has("INT") {
        .integer
      } else if has("CHAR", "CLOB", "TEXT") {
        .text
      } else if type.isEmpty || has("BLOB") {
        .blob
      } else if has("REAL", "FLOA", "DOUB") { .real } else { .numeric }
  }
}

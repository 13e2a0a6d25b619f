/// Names for the target: those of the source where it takes them, others where it doesn't, no two the same.
struct NameMap {
  /// Which names a target takes.
  struct Rule: Sendable {
    /// Bytes of a name at most.
    var byteLimit = Int.max
    /// Whether names that differ in the case of ASCII letters are the same.
    var ignoresCase = false
    /// Names that mean something else there.
    var isReserved: @Sendable (String) -> Bool = { _ in false }
  }

  private let rule: Rule
  private var taken: Set<String> = []

  init(_ rule: Rule, taken: some Sequence<String> = []) {
    self.rule = rule
    for name in taken { self.taken.insert(folded(name)) }
  }

  private func folded(_ name: String) -> String {
    // Compared by scalars, as engines do: two spellings of one letter are two names.
    let text = rule.ignoresCase ? String(name.map { $0.isASCII ? Character($0.lowercased()) : $0 }) : name
    return text.unicodeScalars.map { String($0.value, radix: 36) }.joined(separator: ".")
  }

  /// A name that is free from now on no more.
  mutating func take(_ name: String) -> String {
    var wanted = name.isEmpty ? "_" : name
    if rule.isReserved(wanted) { wanted = "_" + wanted }
    wanted = cut(wanted, to: rule.byteLimit)
    var (candidate, number) = (wanted, 1)
    while taken.contains(folded(candidate)) {
      number += 1
      let end = "_\(number)"
      candidate = cut(wanted, to: rule.byteLimit - end.utf8.count) + end
    }
    taken.insert(folded(candidate))
    return candidate
  }

  private func cut(_ name: String, to limit: Int) -> String {
    var name = name
    while name.utf8.count > limit { name.unicodeScalars.removeLast() }
    return name
  }
}

extension NameMap.Rule {
  /// https://www.postgresql.org/docs/15/sql-syntax-lexical.html#SQL-SYNTAX-IDENTIFIERS
  static let postgreSQL = NameMap.Rule(byteLimit: 63)
  /// Beside those, each table has columns of its own (https://www.postgresql.org/docs/15/ddl-system-columns.html).
  static let postgreSQLColumns = NameMap.Rule(byteLimit: 63) {
    ["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid"].contains($0)
  }
  /// https://sqlite.org/lang_createtable.html
  static let sqlite = NameMap.Rule(ignoresCase: true) {
    $0.lowercased().hasPrefix("sqlite_") || $0.lowercased().hasPrefix("_tablepages_")
  }
  static let sqliteColumns = NameMap.Rule(ignoresCase: true)
}

/// The columns that may say what rows are called, the likeliest first.
struct RowNameCandidates {
  /// One or two columns that make a name together.
  struct Candidate: Equatable {
    var columns: [Int]
    /// Whether the names of the columns say that it is one; else the values have to.
    var isStrong: Bool
  }

  private(set) var all: [Candidate] = []

  private static let firstNames: Set<String> = ["firstname", "namefirst", "givenname", "forename", "fname", "vorname"]
  private static let lastNames: Set<String> = ["lastname", "namelast", "familyname", "surname", "lname", "nachname"]
  private static let companies: Set<String> = ["companyname", "organizationname", "organisationname"]
  private static let titles = ["name", "title", "label", "fullname", "displayname"]

  /// - Parameters:
  ///   - table: the table's name.
  ///   - columns: their names in order, and whether each holds texts. Keys and references aren't among the candidates.
  init(table: String, columns: [(name: String, isText: Bool)], keys: [Int]) {
    let words = columns.map { ColumnWords($0.name).words }
    let joined = words.map { $0.joined() }
    let own = Self.singulars(of: table)
    func find(isStrong: Bool = true, _ isWanted: (Int) -> Bool) {
      for position in columns.indices where !keys.contains(position) && isWanted(position) {
        guard !all.contains(where: { $0.columns == [position] }) else { continue }
        all.append(Candidate(columns: [position], isStrong: isStrong))
      }
    }
    func position(of names: Set<String>) -> Int? {
      columns.indices.first { columns[$0].isText && !keys.contains($0) && names.contains(joined[$0]) }
    }
    if let first = position(of: Self.firstNames), let last = position(of: Self.lastNames) {
      all.append(Candidate(columns: [first, last], isStrong: true))
    }
    find { ["fullname", "displayname"].contains(joined[$0]) && columns[$0].isText }
    find { Self.companies.contains(joined[$0]) && columns[$0].isText }
    find { Self.isOwn(joined[$0], "name", own) }
    for name in ["name", "title"] { find { joined[$0] == name } }
    find { Self.isOwn(joined[$0], "title", own) }
    for name in ["label", "subject", "headline", "caption"] { find { joined[$0] == name } }
    for name in ["name", "title", "label"] {
      find(isStrong: false) { columns[$0].isText && words[$0].count > 1 && words[$0].last == name }
    }
    for name in ["username", "login", "nickname", "handle", "email", "slug"] {
      find(isStrong: false) { columns[$0].isText && joined[$0] == name }
    }
    find(isStrong: false) { columns[$0].isText && Self.isOwn(joined[$0], "description", own) }
    if columns.count == 2, keys.count == 1, let key = keys.first, columns[1 - key].isText { find { $0 == 1 - key } }
  }

  /// Whether a column is called as the table and a word: `CategoryName` of `Categories`.
  private static func isOwn(_ column: String, _ word: String, _ tables: Set<String>) -> Bool {
    tables.contains { column == $0 + word }
  }

  /// What a row of a table may be called in names of columns: `categories` and `category` of `Categories`.
  private static func singulars(of table: String) -> Set<String> {
    let name = ColumnWords(table).words.joined()
    var names: Set<String> = [name]
    if name.hasSuffix("ies") { names.insert(name.dropLast(3) + "y") }
    if name.hasSuffix("es") { names.insert(String(name.dropLast(2))) }
    if name.hasSuffix("s") { names.insert(String(name.dropLast())) }
    return names
  }
}

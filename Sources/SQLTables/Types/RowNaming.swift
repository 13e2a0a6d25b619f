package import TableModel

/// What the rows of a table are called as far as its own columns say it, and which column tells rows of one name apart.
package struct RowNaming: Sendable, Equatable {
  /// One or two columns; none where no column says it.
  package var columns: [Int]
  /// Whether all rows that were looked at have names of their own.
  package var isUnique: Bool
  /// How many different values were seen in each column that refers to rows elsewhere.
  package var targets: [Int: Int] = [:]

  /// Named by these columns.
  package init(columns: [Int], isUnique: Bool = true) { (self.columns, self.isUnique) = (columns, isUnique) }

  /// Finds the best of the columns of a table.
  /// - Parameters:
  ///   - references: columns that refer to rows elsewhere.
  ///   - evidence: looks at some rows for what is in each of these groups of columns; `nil` where nothing can be told.
  package init(
    of table: TableStructure, references: Set<Int>, _ evidence: ([[Int]]) throws -> [NameEvidence?]
  ) rethrows {
    let columns = table.columns.map { (name: $0.name, isText: $0.affinity == .text) }
    let candidates = RowNameCandidates(
      table: table.entry.name, columns: columns, keys: table.keyColumns
    ).all.filter { candidate in candidate.columns.count > 1 || !candidate.columns.contains(where: references.contains) }
    let referring = references.sorted()
    let groups = candidates.map(\.columns) + referring.map { [$0] }
    let found = groups.isEmpty ? [] : try evidence(groups)
    self.init(columns: [])
    for (candidate, evidence) in zip(candidates, found) {
      guard evidence?.isName(isStrong: candidate.isStrong) ?? candidate.isStrong else { continue }
      self.init(columns: candidate.columns, isUnique: evidence?.isUnique ?? true)
      break
    }
    for (column, evidence) in zip(referring, found.dropFirst(candidates.count)) {
      targets[column] = evidence?.distinct ?? 0
    }
  }
}

/// What was seen of the values that may be names.
package struct NameEvidence: Sendable {
  private var rows = 0, filled = 0, texts = 0, longest = 0
  private var values: Set<String> = []

  /// A name that is longer is none.
  private static let longestName = 200

  /// Has seen nothing yet.
  package init() {}

  /// How many different values there were.
  package var distinct: Int { values.count }
  /// Whether no two rows were the same.
  package var isUnique: Bool { distinct == filled }

  /// Takes a row into account.
  package mutating func add(_ row: [RecordValue]) {
    rows += 1
    let text = row.map(\.description).filter { !$0.isEmpty }.joined(separator: " ")
    guard !text.isEmpty else { return }
    filled += 1
    if row.contains(where: { if case .text = $0 { true } else { false } }) { texts += 1 }
    longest = max(longest, text.utf8.count)
    values.insert(text)
  }

  /// Whether most rows have one, and few have the same.
  /// - Parameter isStrong: whether the column is called so that the values need to say less.
  func isName(isStrong: Bool) -> Bool {
    guard rows > 0 else { return true }
    guard filled * 2 >= rows, texts * 2 >= filled, filled > 0 else { return false }
    return isStrong ? distinct * 2 >= filled : distinct * 10 >= filled * 9 && longest <= Self.longestName
  }
}

extension TableStructure {
  /// What rows are called: by their own columns, else, for rows that are little more than references, by what they refer to.
  /// - Parameter columns: the table's columns, with what they refer to.
  package func rowName(_ naming: RowNaming, _ columns: [RecordSchema.Column]) -> RowName? {
    let labelled = columns.indices.filter { columns[$0].reference?.labelField != nil }
    let context = labelled.filter { columns[$0].reference?.isOfOneValue == true && !naming.columns.contains($0) }
      .max { naming.targets[$0] ?? 0 < naming.targets[$1] ?? 0 }
    guard naming.columns.isEmpty else {
      return RowName(columns: naming.columns, contextColumn: context, isUnique: naming.isUnique)
    }
    guard !labelled.isEmpty, isOfReferences(columns) else { return nil }
    let referring =
      keyColumns.filter { columns[$0].reference != nil }
      + columns.indices.filter { columns[$0].reference != nil && !keyColumns.contains($0) }
    return RowName(
      parts: referring.prefix(3).map { position in
        let label = columns[position].reference?.labelField
        let noun = RecordSchema.noun(of: columns[position].name) ?? columns[position].name
        return RowName.Part(column: position, labelField: label, noun: noun)
      })
  }

  /// Whether the key is made of references, or nothing but references says anything in words.
  private func isOfReferences(_ columns: [RecordSchema.Column]) -> Bool {
    if !keyColumns.isEmpty, keyColumns.allSatisfy({ columns[$0].reference != nil }) { return true }
    return !columns.indices.contains { position in
      columns[position].reference == nil && !keyColumns.contains(position) && self.columns[position].affinity == .text
    }
  }
}

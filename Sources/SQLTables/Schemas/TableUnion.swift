internal import TableModel

/// Tables of one shape seen as one: `atp_matches_*` has the rows of `atp_matches_1968`, `atp_matches_1969` …, with the table that each
/// is of in a column of its own.
package enum TableUnion {
  /// Tables that one can be made of.
  package static let limit = 1_000
  /// Parts of one `UNION ALL`; more are nested.
  private static let width = 50

  /// The tables that a name with one `*` stands for: those with digits in its place, else those with anything there.
  package static func members(of pattern: String, among names: [String], _ fold: (String) -> String) -> [String] {
    let parts = fold(pattern).split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return [] }
    let found = names.compactMap { name -> (name: String, isNumbered: Bool)? in
      let folded = fold(name)
      guard folded.count > parts[0].count + parts[1].count, folded.hasPrefix(parts[0]),
        folded.hasSuffix(parts[1])
      else { return nil }
      let middle = folded.dropFirst(parts[0].count).dropLast(parts[1].count)
      return (name, middle.allSatisfy { "0123456789_-".contains($0) } && middle.first != "_" && middle.first != "-")
    }
    let numbered = found.filter(\.isNumbered)
    let members = (numbered.count > 1 ? numbered : found).map(\.name)
    return members.count > 1 ? Array(members.sorted().prefix(limit)) : []
  }

  /// The name of the column that says which table a row is of: one that no other column has.
  static func tableColumn(beside names: [String]) -> String {
    ["file", "table", "source_table"].first { !names.contains($0) } ?? "_table"
  }

  /// What the rows are read from.
  static func source(_ members: [String], _ columns: [String], in dialect: any SQLDialect) -> String {
    let list = columns.map { SQLIdentifier($0).description }
    let selections = members.map { name in
      let text = "'" + name.replacing("'", with: "''") + "' AS " + list[0]
      return "SELECT \(([text] + list.dropFirst()).joined(separator: ", ")) FROM \(dialect.table(name))"
    }
    return "(\(joined(selections)))"
  }

  private static func joined(_ selections: [String]) -> String {
    guard selections.count > width else { return selections.joined(separator: " UNION ALL ") }
    let groups = stride(from: 0, to: selections.count, by: width).map { start in
      "SELECT * FROM (\(selections[start..<min(start + width, selections.count)].joined(separator: " UNION ALL "))) AS u"
    }
    return joined(groups)
  }
}

extension TableStructure {
  /// Tables of one shape as one; `nil` where not even two have the same columns.
  /// - Parameter members: the tables; those whose columns are called otherwise than those of the first are left out.
  package init?(union entry: SchemaCatalog.Entry, of members: [TableStructure], in dialect: any SQLDialect) {
    guard let first = members.first else { return nil }
    let names = first.columns.map { dialect.folded($0.name) }
    let alike = members.filter { $0.columns.map { dialect.folded($0.name) } == names }
    guard alike.count > 1 else { return nil }
    let tableColumn = Column(
      name: TableUnion.tableColumn(beside: names), declaredType: "TEXT", isNullable: false, keyPosition: 0,
      isStored: false, defaultText: nil, affinity: .text, storage: .text, convertsValues: false)
    let columns = first.columns.indices.map { position in
      var column = first.columns[position]
      (column.isNullable, column.keyPosition, column.isStored, column.defaultText) = (true, 0, false, nil)
      if alike.contains(where: { $0.columns[position].declaredType != column.declaredType }) {
        column.declaredType = ""
      }
      if alike.contains(where: { $0.columns[position].affinity != column.affinity }) { column.affinity = .none }
      return column
    }
    self.init(entry, [tableColumn] + columns, in: dialect)
    isWritable = false
    source = TableUnion.source(alike.map(\.entry.name), self.columns.map(\.name), in: dialect)
  }
}

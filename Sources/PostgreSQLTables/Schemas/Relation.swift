internal import SQLTables
internal import TableModel

/// A table or view of the server, as its catalog has it.
struct Relation: Sendable {
  /// A column.
  struct Column: Sendable {
    let number: Int
    let name: String
    let declaredType: String
    let isNullable: Bool
    let defaultText: String?
    let isComputed: Bool
    /// Whether the server numbers new rows in it.
    let isNumbered: Bool
    /// Whether it refuses numbers that others give.
    let isAlwaysNumbered: Bool
    let description: String?
    let type: ColumnForm
  }

  /// An index, of columns by their numbers; 0 stands for an expression.
  struct Index: Sendable {
    let name: String
    let isUnique: Bool
    /// The columns that rows are found by.
    let columns: [Int]
    let isPartial: Bool
    /// The expressions among its columns, as they stand in a statement about the table.
    let expressions: String?
    let method: String
    /// Whether it has its first column in the column's own order.
    let hasOwnOrder: Bool
  }

  /// An index of words or of trigrams.
  struct SearchIndex: Sendable {
    let name: String
    /// Whether it has words, and not trigrams.
    let isOfWords: Bool
    /// The number of the column that it has; 0 for an expression.
    let column: Int
    /// That expression, as it stands in a statement about the table.
    let expression: String?
    /// The name of what makes words of texts, as a literal; `nil` if it isn't known.
    let configuration: String?
    /// The numbers of the columns whose texts it has; empty if they aren't known.
    let columns: [Int]
  }

  let number: Int
  let schema: String
  let relationName: String
  /// What it is called here: with its schema where that isn't the first of the search path.
  let name: String
  let isView: Bool
  /// Whether it holds its rows itself, as tables and materialized views do.
  let isStored: Bool
  let isHidden: Bool
  let estimatedRows: Int
  /// Whether values may be as long as values get.
  let hasLongValues: Bool
  let byteCount: Int?
  let description: String?
  /// Whether the server's user may change rows.
  let isWritable: Bool
  var columns: [Column] = []
  var indexes: [Index] = []
  var searchIndexes: [SearchIndex] = []
  /// The numbers of the primary key's columns.
  var primaryKey: [Int] = []
  /// The tables of one shape that it is made of; see `TableUnion`.
  var members: [Relation] = []

  /// Whether the table takes so little with its indexes that its rows can be counted with each page.
  var isSmall: Bool { isStored && Self.isSmall(byteCount) }
  static func isSmall(_ byteCount: Int?) -> Bool { byteCount.map { $0 <= 512 << 10 } ?? false }

  func position(ofNumber number: Int) -> Int? { columns.firstIndex { $0.number == number } }

  /// The positions of the columns that name rows: the primary key, or else the columns of an index that lets no two rows be equal, where none
  /// of them may be null. Empty where there are none.
  var keyPositions: [Int] {
    let unique = indexes.filter { $0.isUnique && !$0.isPartial && $0.expressions == nil }.map(\.columns)
    for numbers in [primaryKey] + unique where !numbers.isEmpty {
      let positions = numbers.compactMap(position(ofNumber:))
      if positions.count == numbers.count,
        positions.allSatisfy({ !columns[$0].isNullable && columns[$0].type.isOrdered })
      {
        return positions
      }
    }
    return []
  }

  /// The positions of the columns that an index begins with, in the column's own order.
  var indexedPositions: Set<Int> {
    Set(
      indexes.filter { $0.method == "btree" && !$0.isPartial && $0.hasOwnOrder }.compactMap { index in
        index.columns.first.flatMap(position(ofNumber:))
      }.filter { columns[$0].type.comparedPattern == nil })
  }

  /// What the catalog says of it, in the words that all engines share.
  func structure(in dialect: any SQLDialect) -> TableStructure {
    if let union = union(in: dialect) { return union }
    let keys = keyPositions
    let entry = SchemaCatalog.Entry(
      name: name, kind: isView ? .view : .table, isHidden: isHidden, isWithoutRowID: !keys.isEmpty, isStrict: true)
    let columns = columns.enumerated().map { position, column in
      var described = TableStructure.Column(
        name: column.name, declaredType: column.declaredType, isNullable: column.isNullable,
        keyPosition: (keys.firstIndex(of: position) ?? -1) + 1, isStored: !column.isComputed,
        defaultText: column.isNumbered || column.isComputed ? nil : column.defaultText,
        affinity: column.type.isText ? .text : .number, storage: column.type.storage, convertsValues: true)
      described.isNumbered = column.isNumbered
      return described
    }
    var structure = TableStructure(entry, columns, in: dialect)
    structure.indexedColumns = indexedPositions
    structure.isWritable = isWritable && !keys.isEmpty
    return structure
  }
}

internal import Synchronization
package import TableModel
import TextCoding

/// A table under one version of the schema: what its columns are, and how its fields are asked for.
package final class TableDefinition: Sendable {
  /// How rows are told apart when everything sorted by is equal.
  package enum TieBreak: Sendable {
    /// By fields of the record that together are a key.
    case fields([Int])
    /// Not at all: pages are counted.
    case none

    package var isNone: Bool {
      if case .none = self { true } else { false }
    }

    /// The fields; none where pages are counted.
    package var fields: [Int] {
      if case .fields(let fields) = self { fields } else { [] }
    }
  }

  package let schema: RecordSchema
  package let catalog: SchemaCatalog
  package let isHidden: Bool
  package let tieBreak: TieBreak
  /// The columns of the primary key, in its order, which rows stand in where nothing else sorts them. SQLite takes nulls in it, several of them
  /// too: what tells rows apart stands behind them.
  package let keyColumns: [Int]
  /// The expression of each field of a record, as it is compared and put in order.
  package let expressions: [String]
  /// The expression of each field as it is read, where that is another one.
  package let readExpressions: [String]
  /// All of them, as they are selected.
  let selection: String
  /// The expressions of key fields whose index compares in another way than their column (https://sqlite.org/datatype3.html section 7).
  private let keyExpressions: [Int: String]
  /// The condition that takes the row whose key has the values that are bound; empty where rows have no key.
  package let keyCondition: String
  /// For columns that refer to rows elsewhere: what those are called.
  package let labels: [Int: ReferenceLabel]
  /// Whether each field may be null.
  package let isNullable: [Bool]
  /// What people's conditions on the columns are made with.
  package let comparedColumns: [ComparedColumn]
  /// The fields' expressions where values are told apart and put in order: of texts that are numbers, each spelling stands for itself.
  package let distinctExpressions: [String]
  package let indexedColumns: Set<Int>
  /// An index that begins with a column, by its name; the row id needs none.
  package let indexNames: [Int: String]
  /// Columns that have no two equal values and no null: sorted by one of them, there are no ties.
  package let keyAlone: Set<Int>
  /// Columns in which blobs were seen or are declared: excerpts ask for their length first.
  package let blobColumns: Set<Int>
  /// The full-text index that the table has.
  package let search: (any IndexedSearch)?
  /// The field that holds the row id, of tables whose rows are kept by one.
  package let rowIDField: Int?
  /// What can be written into each column; `nil` for what can't be written to: views, virtual tables, and the database's own affairs.
  package let writableColumns: [WritableColumn]?
  /// Whether rows have row ids, and the name by which one is asked for.
  package let rowIDName: String?
  /// What the fields are read from.
  package let source: String
  /// The tables that rows and their labels are read from, in lower case; `nil` for views, virtual tables, and the database's own affairs, of
  /// which it isn't known what they show.
  package let tablesRead: [String]?

  /// The condition that takes the row whose row id is bound; `nil` where rows have none.
  package let rowIDCondition: String?
  /// The field that rows are named by and put in order, where that is their row id and nothing else.
  package let orderingRowID: Int?
  let lastSingleRows = Mutex(SingleRowStatement.Last())

  package var dialect: any SQLDialect { catalog.dialect }
  package var schemaVersion: Int { catalog.schemaVersion }

  /// What a column of the schema is called.
  package func columnName(_ column: Int) -> String { schema.columns[column].name }

  package init(
    schema: RecordSchema, catalog: SchemaCatalog, structure: TableStructure, tieBreak: TieBreak, expressions: [String],
    labels: [Int: ReferenceLabel], rowIDField: Int?, blobColumns: Set<Int>,
    search: (any IndexedSearch)?, readExpressions: [String]? = nil, comparedColumns: [ComparedColumn]? = nil
  ) {
    self.schema = schema
    self.catalog = catalog
    self.tieBreak = tieBreak
    keyColumns = structure.declaredKeyColumns
    self.expressions = expressions
    self.readExpressions = readExpressions ?? expressions
    selection = self.readExpressions.joined(separator: ", ")
    self.labels = labels
    self.blobColumns = blobColumns
    self.search = search
    let rowIDField = structure.entry.kind == .table ? rowIDField : nil
    self.rowIDField = rowIDField
    orderingRowID = rowIDField.flatMap {
      structure.declaredKeyColumns.allSatisfy([$0].contains) && tieBreak.fields == [$0] && schema.keyFields == [$0]
        ? $0 : nil
    }
    rowIDCondition = schema.rowIDField.flatMap { expressions.indices.contains($0) ? expressions[$0] + " = ?" : nil }
    isHidden = structure.entry.isHidden
    let columns = structure.columns
    isNullable = expressions.indices.map {
      $0 < columns.count ? columns[$0].isNullable && structure.rowIDColumn != $0 : false
    }
    let dialect = catalog.dialect
    let distinct = expressions.enumerated().map { position, expression in
      position < columns.count && schema.columns[position].spelling == .verbatim
        ? dialect.ordered(expression, as: .bySpelling) : expression
    }
    distinctExpressions = distinct
    self.comparedColumns =
      comparedColumns
      ?? columns.enumerated().map { position, column in
        let affinity = structure.entry.kind == .table ? column.affinity : .none
        let isNumber = schema.columns[position].spelling == .verbatim
        return ComparedColumn(
          distinct[position], affinity: affinity,
          isSearched: (affinity == .text && !isNumber)
            || (affinity == .none && schema.columns[position].type.isText) || schema.columns[position].type.isDay,
          orderedExpression: isNumber ? dialect.ordered(expressions[position], as: .byValue) : nil,
          textExpression: schema.columns[position].spelling.flatMap {
            if case .decimals(let decimals) = $0 {
              dialect.text(of: expressions[position], decimals: decimals)
            } else {
              nil
            }
          })
      }
    indexedColumns = structure.indexedColumns
    indexNames = structure.entry.kind == .table ? structure.indexNames : [:]
    let collated = Dictionary(
      uniqueKeysWithValues: structure.keyCollations.map {
        ($0.key, "\(expressions[$0.key]) COLLATE \(SQLIdentifier($0.value))")
      })
    keyExpressions = collated
    keyCondition = schema.keyFields.map { "\(collated[$0] ?? expressions[$0]) = ?" }.joined(separator: " AND ")
    keyAlone = Set(
      columns.indices.filter { position in
        structure.rowIDColumn == position
          || (structure.entry.isWithoutRowID && structure.soleKeyColumn == position
            && structure.keyCollations[position] == nil)
      })
    writableColumns = structure.writableColumns
    rowIDName = structure.rowIDColumn.map { SQLIdentifier(columns[$0].name).description } ?? structure.rowIDName
    tablesRead =
      structure.writableColumns == nil
      ? nil : ([structure.entry.name] + labels.values.map(\.table)).map(dialect.folded)
    source = "\(structure.source ?? dialect.table(structure.entry.name)) AS r"
  }

  /// The expression of a key field as the key compares it.
  package func keyExpression(of field: Int) -> String { keyExpressions[field] ?? expressions[field] }

  /// What the fields are read from in the order of one of them, by its index and no other; `nil` where there is none.
  package func orderedSource(by field: Int?) -> String? {
    guard let field else { return nil }
    if field == rowIDField { return dialect.source(source, following: nil) }
    return indexNames[field].map { dialect.source(source, following: $0) }
  }
}

extension FieldType {
  /// Whether values are shown as texts of some kind.
  fileprivate var isText: Bool {
    switch self {
    case .text, .link, .image, .email, .json: true
    default: false
    }
  }

  /// Days and times are found as they are written, `2025-10`, whatever affinity their columns have.
  fileprivate var isDay: Bool { self == .date || self == .timestamp }
}

package import TextCoding

/// What the columns of a table are, found once and shared by all of its pages.
///
/// A record holds `fieldCount` values: first those of `columns`, in order, then what the pages need besides (a row id,
/// the labels of references). A class, so that a record's page can point to it; two schemas are the same if they are identical.
public final class RecordSchema: Sendable {
  /// The table's name as the database spells it.
  package let table: String
  /// What people call the table: its name, unless its owner says otherwise.
  package let title: String
  /// What the database itself says of the table, in Markdown; `nil` for nothing.
  package let comment: String?
  /// Whether the table is a view.
  package let isView: Bool
  /// What the table shows, in the database's order.
  package let columns: [Column]
  /// The fields (positions within a record) that together name a row; empty where rows can't be named.
  package let keyFields: [Int]
  /// How the values of each of these are written in keys.
  package let keyForms: [RowKey.Form]
  /// The field that holds the row ID, by which rows are named whose key can't; it may be the key itself. `nil` where there is none.
  package let rowIDField: Int?
  /// What a row is called; `nil` where nothing says it.
  package let rowName: RowName?
  /// What a row is called that has no name: `Invoice` of `Invoice 1`.
  package let rowNoun: String
  /// Tables that refer to this one.
  package let incomingReferences: [IncomingReference]
  /// The full-text index through which rows are searched; `nil` where their texts have to be looked at.
  package let searchIndex: SearchIndex?
  /// Values of a record: the columns and what comes behind them.
  package let fieldCount: Int
  /// Whether pages are counted off because nothing tells rows apart: rows that come and go meanwhile shift them.
  package let usesOffsetPaging: Bool
  /// What the table can be asked for, beside what its columns can.
  package let abilities: TableAbilities

  /// A schema. `fieldCount` is the number of columns unless there are fields behind them.
  package init(
    table: String, title: String? = nil, comment: String? = nil, isView: Bool = false, columns: [Column],
    keyFields: [Int], keyForms: [RowKey.Form]? = nil, rowIDField: Int? = nil, labelColumn: Int? = nil,
    rowName: RowName? = nil,
    incomingReferences: [IncomingReference] = [], searchIndex: SearchIndex? = nil, fieldCount: Int? = nil,
    usesOffsetPaging: Bool = false, abilities: TableAbilities = TableAbilities()
  ) {
    self.table = table
    self.title = title ?? table
    self.comment = comment
    self.isView = isView
    self.columns = columns
    self.keyFields = keyFields
    self.keyForms = keyForms ?? keyFields.map { _ in .any }
    self.rowIDField = rowIDField
    self.rowName = rowName ?? labelColumn.map { RowName(columns: [$0]) }
    let key = keyFields.count == 1 && columns.indices.contains(keyFields[0]) ? columns[keyFields[0]].name : nil
    rowNoun = key.flatMap(Self.noun) ?? self.title
    self.incomingReferences = incomingReferences
    self.searchIndex = searchIndex
    self.fieldCount = fieldCount ?? columns.count
    self.usesOffsetPaging = usesOffsetPaging
    self.abilities = abilities
  }

  /// The columns of a grid whose rows have cells of their own: titles, and how what stands below them is aligned.
  public convenience init(_ table: String, columns: [(title: String, type: FieldType)]) {
    self.init(table: table, columns: columns.map { Column($0.title, $0.type) }, keyFields: [])
  }

  /// The same table under another title, with other words, types and formats for its columns, and rows that are called by other columns: what its
  /// owner says of it. Positions of columns and fields stay as they are.
  package func described(title: String?, columns: [Column], labelColumns: [Int]) -> RecordSchema {
    precondition(columns.count == self.columns.count, "the columns of a table stay in their places")
    return RecordSchema(
      table: table, title: title, comment: comment, isView: isView, columns: columns, keyFields: keyFields,
      keyForms: keyForms,
      rowIDField: rowIDField,
      rowName: labelColumns.isEmpty
        ? rowName : RowName(columns: labelColumns, contextColumn: rowName?.contextColumn),
      incomingReferences: incomingReferences,
      searchIndex: searchIndex, fieldCount: fieldCount,
      usesOffsetPaging: usesOffsetPaging, abilities: abilities)
  }

  /// All columns but a row ID that is no column of the table: those that pages show and offer to people.
  package var ownColumns: [Int] { columns.indices.filter { !columns[$0].isRowID } }

  /// The column that says alone what a row is called, such as `Name` or `title`.
  package var labelColumn: Int? { rowName?.soleColumn }

  /// The position of the column with this name; databases compare names without regard to ASCII case, and so does this.
  package func column(named name: String) -> Int? {
    columns.firstIndex { $0.name == name } ?? columns.firstIndex { $0.name.equalsIgnoringCase(name) }
  }
}

extension RecordSchema {
  /// One column of a table.
  package struct Column: Sendable, Equatable {
    /// The name as the database spells it.
    package var name: String
    /// The type as the database's schema declares it; empty if it declares none.
    package var declaredType: String
    /// How values of this column are shown. A value that does not fit is shown as what it is.
    package var type: FieldType
    /// Whether the column is part of the primary key.
    package var isPrimaryKey: Bool
    /// Whether nulls are allowed.
    package var isNullable: Bool
    /// The row of another table that a value names.
    package var reference: Reference?
    /// What people call the column; `nil` for its name.
    package var title: String?
    /// What the database itself says of the column, in Markdown; `nil` for nothing.
    package var comment: String?
    /// How its numbers are written; `nil` as their type has it.
    package var format: ValueFormat?
    /// How its numbers were spelled where they came from; `nil` if it isn't known that they were spelled in one way.
    package var spelling: NumberSpelling?
    /// What its numbers are measured in, such as `m`; `nil` for nothing.
    package var unit: String?
    /// What rows can be asked for by it.
    package var abilities = ColumnAbilities.all
    /// What a new row gets without a value, as the database's schema writes it; `nil` for null.
    package var defaultText: String?
    /// Whether it is the row ID of a table without a key of its own: data have it like any key, and grids leave it out.
    package var isRowID = false
    /// Whether it is there for the database's own sake, such as the words that a search looks in: data have it, and grids leave it out unless
    /// somebody wants it.
    package var isInternal = false
    /// Whether the database computes its values.
    package var isGenerated = false
    /// Whether its values are computed by code of the server. They aren't stored, and rows are neither sorted nor filtered by them.
    package var isComputed = false

    /// A column.
    package init(
      _ name: String, _ type: FieldType = .text, declaredType: String = "", isPrimaryKey: Bool = false,
      isNullable: Bool = true, reference: Reference? = nil
    ) {
      self.name = name
      self.type = type
      self.declaredType = declaredType
      self.isPrimaryKey = isPrimaryKey
      self.isNullable = isNullable
      self.reference = reference
    }
  }

  /// Where the values of a column lead.
  package struct Reference: Sendable, Equatable {
    /// The table that holds the row.
    package var table: String
    /// The column there that the value is found in.
    package var column: String
    /// The field of the record that holds the label of that row; `nil` if rows there have no label.
    package var labelField: Int?
    /// Whether the column alone is the key of its table, so that a value is the row's own address.
    package var isKey: Bool
    /// How values are written in keys of that table: as texts, unless the column there tells a text from the number that it looks like.
    package var keyForm: RowKey.Form
    /// Where several columns name the row together: all of them, in the order of that table's key. Empty where this one does alone.
    package var parts: [Part] = []

    /// One of several columns that refer to a row together.
    package struct Part: Sendable, Equatable {
      /// The position of the column.
      package var field: Int
      /// The column there that its values are found in.
      package var column: String
      /// How values are written in keys of that table.
      package var keyForm: RowKey.Form

      /// The column at `field` refers to `column`.
      package init(field: Int, column: String, keyForm: RowKey.Form = .any) {
        (self.field, self.column, self.keyForm) = (field, column, keyForm)
      }
    }

    /// A reference to a row of `table`.
    package init(
      table: String, column: String, labelField: Int? = nil, isKey: Bool = true, keyForm: RowKey.Form = .any
    ) {
      self.keyForm = keyForm
      self.table = table
      self.column = column
      self.labelField = labelField
      self.isKey = isKey
    }

    /// Whether one value is enough to name a row.
    package var isOfOneValue: Bool { parts.isEmpty }
  }

  /// One or more columns elsewhere that together refer to rows of this table.
  package struct IncomingReference: Sendable, Equatable {
    /// The table that refers.
    package let table: String
    /// Its columns.
    package let columns: [String]
    /// The same as a sentence names them.
    package let columnNames: String
    /// The positions of the columns of this table that are referred to, one for each.
    package let referencedColumns: [Int]

    /// `columns` of `table` refer to those at `referencedColumns`.
    package init(table: String, columns: [String], referencedColumns: [Int]) {
      self.table = table
      self.columns = columns
      columnNames = columns.joined(separator: ", ")
      self.referencedColumns = referencedColumns
    }
  }
}

extension RecordSchema {
  /// A full-text index of a table.
  package struct SearchIndex: Sendable, Equatable {
    /// What counts as a match of a word.
    package enum Matching: Sendable, Equatable {
      /// The word, whatever its case and accents.
      case words
      /// Words of the same English stem.
      case stems
      /// The letters, also within a word.
      case fragments
    }

    /// The name as the database spells it.
    package var name: String
    /// The positions of the columns that are indexed.
    package var columns: [Int]
    /// What counts as a match of a word.
    package var matching: Matching
    /// The indexes by which single columns are searched, by the positions of these; `nil` if this one finds words by their columns.
    package var columnIndexes: [Int: SearchIndex]?

    /// An index.
    package init(
      name: String, columns: [Int], matching: Matching = .words, columnIndexes: [Int: SearchIndex]? = nil
    ) {
      self.name = name
      self.columns = columns
      self.matching = matching
      self.columnIndexes = columnIndexes
    }
  }

  /// The index that answers a search; `nil` where rows are looked at.
  package func index(for search: TextSearch) -> SearchIndex? {
    guard let searchIndex, let column = search.column else { return searchIndex }
    if let others = searchIndex.columnIndexes { return others[column] }
    return searchIndex.columns.contains(column) ? searchIndex : nil
  }
}

/// How the values of a column are shown.
public enum FieldType: Sendable, Equatable {
  /// Plain text.
  case text
  /// An identifier: a number without marks of thousands, aligned at the end.
  case identifier
  /// A number; `fractionDigits` are always shown where the values are amounts with so many.
  case number(fractionDigits: Int?)
  /// 0 and 1 as no and yes.
  case boolean
  /// A day, `2025-10-14`.
  case date
  /// A day and a time, `2025-10-14T06:30:00Z` and its kin.
  case timestamp
  /// An http or https address.
  case link
  /// The address of a picture.
  case image
  /// An e-mail address.
  case email
  /// A JSON document as text.
  case json
  /// Bytes.
  case blob

  /// Whether values are aligned at the end of their cell.
  package var isNumeric: Bool {
    switch self {
    case .identifier, .number: true
    default: false
    }
  }
}

/// A table as its database describes it, apart from its rows.
struct TableOutline {
  var name: String
  var columns: [ColumnOutline] = []
  /// Positions of the columns of the primary key, in its order.
  var key: [Int] = []
  /// The column that SQLite keeps as the row's number, or that the server numbers.
  var numberedColumn: Int?
  var uniques: [[Int]] = []
  var indexes: [IndexOutline] = []
  var foreignKeys: [ForeignKeyOutline] = []
  /// Expressions that hold for each row.
  var checks: [String] = []
  /// What else holds for rows, or for new ones alone, as the schema writes it: no other engine has it.
  var otherRules: [(name: String, text: String)] = []
  /// How the rows are read in an order in which reading can go on later.
  var reading = RowOrder.unordered

  func position(of name: String) -> Int? { columns.firstIndex { $0.name == name } }
}

/// A column as its database describes it.
struct ColumnOutline {
  var name: String
  var declaredType: String
  var isRequired = false
  /// What a new row gets without a value, as the schema writes it.
  var defaultText: String?
  /// What the values are computed from, as the schema writes it; `nil` for columns that store what they are given.
  var generation: String?
  var isGenerated = false
}

/// An index beside those of keys.
struct IndexOutline {
  struct Part {
    var column: Int?
    var expression: String?
    var isDescending = false
    var ignoresCase = false
  }

  var name: String
  var isUnique: Bool
  var parts: [Part]
  /// Which rows it holds, as the schema writes it; `nil` for all.
  var condition: String?
  /// Why it can't be carried over; `nil` if it may be.
  var obstacle: String?
}

/// Columns that refer to a row of another table.
struct ForeignKeyOutline {
  var columns: [Int]
  var table: String
  /// The columns referred to; empty for the primary key.
  var referencedColumns: [String]
  var onDelete: String
  var onUpdate: String
  var isDeferred = false
}

/// The order in which rows are read.
enum RowOrder: Equatable {
  /// By the number of the row, under this name.
  case rowNumber(String)
  /// By the columns of the primary key.
  case key
  /// As they come: reading can't go on where it ended.
  case unordered
}

/// A view, and the statement behind it.
struct ViewOutline {
  var name: String
  var columns: [String]
  var statement: String
}

/// What a database holds that is copied, and what isn't, by name.
struct DatabaseOutline {
  var tables: [TableOutline] = []
  var views: [ViewOutline] = []
  /// What is left behind, in words.
  var remarks: [String] = []
}

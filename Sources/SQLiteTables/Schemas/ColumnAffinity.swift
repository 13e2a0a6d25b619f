internal import SQLTables
internal import TableModel

/// What SQLite prefers to store in a column (https://sqlite.org/datatype3.html section 3.1).
enum ColumnAffinity: Sendable {
  case text, numeric, integer, real, blob

  /// The affinity of a declared type; the first rule that fits. In a strict table, a column of type ANY takes values as they are
  /// (https://sqlite.org/stricttables.html#the_any_datatype).
  init(declaredType: String, isStrict: Bool = false) {
    let type = declaredType.uppercased()
    if isStrict, type == "ANY" {
      self = .blob
    } else if type.contains("INT") {
      self = .integer
    } else if type.contains("CHAR") || type.contains("CLOB") || type.contains("TEXT") {
      self = .text
    } else if type.isEmpty || type.contains("BLOB") {
      self = .blob
    } else if type.contains("REAL") || type.contains("FLOA") || type.contains("DOUB") {
      self = .real
    } else {
      self = .numeric
    }
  }
}

extension ColumnAffinity {
  /// How a column of this affinity compares with a text.
  var compared: ComparedColumn.Affinity {
    switch self {
    case .text: .text
    case .numeric, .integer, .real: .number
    case .blob: .none
    }
  }
}

extension ColumnAffinity {
  /// What a column of this affinity can hold.
  var storage: WritableColumn.Storage {
    switch self {
    case .integer: .integer
    case .real, .numeric: .number
    case .text: .text
    case .blob: .any
    }
  }
}

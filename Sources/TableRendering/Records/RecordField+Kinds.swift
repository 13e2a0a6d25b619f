import TableModel

/// Patterns: `==` of an enumeration of another module is a call, for every value of a page.
extension RecordField {
  var isNull: Bool { if case .null = kind { true } else { false } }
  var isInteger: Bool { if case .integer = kind { true } else { false } }
  /// Whether it holds a text, whole or its beginning.
  var isText: Bool {
    switch kind {
    case .text, .textExcerpt: true
    default: false
    }
  }
}

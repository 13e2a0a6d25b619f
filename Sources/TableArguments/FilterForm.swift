/// What the form of filters sends: `_filter_column`, `_filter_op` and `_filter_value`, and the same with a number behind them,
/// as in `_filter_column_1`; `_filter_match=any` where one of them is enough.
package struct FilterForm {
  /// One row of the form.
  struct Field {
    var suffix: String
    var column = ""
    var condition = "exact"
    var value = ""
  }

  /// The rows, in the order in which they came.
  private(set) var fields: [Field] = []
  /// Whether rows match that meet one of the conditions, instead of all of them.
  private(set) var matchesAny = false
  /// What is wrong with it.
  private(set) var error: String?

  /// Whether a request has such a form's fields: it is sent on to the address that has the conditions by their own names.
  package static func isSent(in arguments: [(name: String, value: String)]) -> Bool {
    arguments.contains { part(of: $0.name)?.field == \.column }
  }

  /// Takes an argument of the form; `false` for any other.
  mutating func read(_ name: String, _ value: String) -> Bool {
    guard name != "_filter_match" else {
      matchesAny = value == "any"
      if !["all", "any"].contains(value) { error = "_filter_match must be all or any" }
      return true
    }
    guard let (field, suffix) = Self.part(of: name) else { return false }
    let index = fields.firstIndex { $0.suffix == suffix } ?? fields.endIndex
    if index == fields.endIndex { fields.append(Field(suffix: suffix)) }
    fields[index][keyPath: field] = value
    return true
  }

  /// What an argument is part of: a field, and the number of its row, which is empty for the first.
  private static func part(of name: String) -> (field: WritableKeyPath<Field, String>, suffix: String)? {
    guard name.utf8.first == UInt8(ascii: "_") else { return nil }
    let parts: [(String, WritableKeyPath<Field, String>)] = [
      ("_filter_column", \.column), ("_filter_op", \.condition), ("_filter_value", \.value),
    ]
    for (prefix, field) in parts where name.hasPrefix(prefix) {
      let rest = name.dropFirst(prefix.count)
      if rest.isEmpty { return (field, "") }
      let number = rest.dropFirst()
      if rest.first == "_", !number.isEmpty, number.allSatisfy({ $0.isASCII && $0.isNumber }) {
        return (field, String(number))
      }
    }
    return nil
  }
}

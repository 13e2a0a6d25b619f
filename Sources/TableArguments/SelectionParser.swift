import TableModel
import TableRendering

/// Reads the arguments that say which rows are meant: conditions on columns, groups of alternatives, and searches.
///
/// `column=value` and `column__operator=value` must all hold. Arguments that begin with the same `_anyN.` are a group of which
/// one must hold: `_any1.state=CA&_any1.city__contains=Pa`. A column whose name begins with `_` needs an operator.
struct SelectionParser {
  let schema: RecordSchema?
  private var errors: [String] = []
  private var filters: [ColumnFilter] = []
  private var groups: [(number: Int, filters: [ColumnFilter])] = []
  private var searches: [TextSearch] = []
  private var isRaw = false
  private var relations: [RelatedFilter] = []
  private var expressions: [String] = []
  private let allowsExpressions: Bool
  /// Whether there was a condition that may not be written here.
  private(set) var isForbidden = false
  private var form = FilterForm()
  /// Conditions and searches of one request; each costs a look at every row.
  private static let limit = 64

  /// - Parameter allowsExpressions: whether visitors may write conditions in the database's own language.
  init(_ schema: RecordSchema?, allowsExpressions: Bool = true) {
    self.schema = schema
    self.allowsExpressions = allowsExpressions
  }

  /// Reads an argument that no other part of the address knows.
  mutating func read(_ name: String, _ value: String) {
    guard name.utf8.first == UInt8(ascii: "_") else { return readCondition(name, value) }
    switch name {
    case "_search": add(search: value, column: nil)
    case "_searchmode":
      guard ["raw", "escaped"].contains(value) else { return errors.append("_searchmode must be raw or escaped") }
      isRaw = value == "raw"
    case "_through": readRelation(value)
    case "_where":
      // An empty field of a form is no wish.
      guard value.contains(where: { !$0.isWhitespace }) else { return }
      guard allowsExpressions else {
        isForbidden = true
        return errors.append("_where= is not allowed")
      }
      expressions.append(value)
    case _ where form.read(name, value): break
    case _ where name.hasPrefix("_search_"):
      let column = String(name.dropFirst("_search_".count))
      guard let position = position(of: column) else { return }
      add(search: value, column: position)
    case _ where name.hasPrefix("_any"): readAlternative(name, value)
    default: readCondition(name, value)
    }
  }

  /// What has been found wrong since the last time that this was asked.
  mutating func takeErrors() -> [String] {
    defer { errors = [] }
    return errors
  }

  /// What was read.
  mutating func finish() -> RowSelection {
    addFormFilters()
    let others = searches.count + relations.count + expressions.count
    if filters.count + groups.reduce(others, { $0 + $1.filters.count }) > Self.limit {
      errors.append("At most \(Self.limit) conditions are allowed")
    }
    for index in searches.indices { searches[index].isRaw = isRaw }
    let alternatives = groups.sorted { $0.number < $1.number }.map(\.filters)
    let selection = RowSelection(
      filters: filters, alternatives: alternatives, searches: searches, relations: relations, expressions: expressions)
    if let schema { errors += schema.refusals(of: selection) }
    return selection
  }

  private mutating func addFormFilters() {
    if let error = form.error { errors.append(error) }
    let added = form.fields.compactMap { filter($0) }
    guard form.matchesAny, added.count > 1 else { return filters += added }
    groups.append(((groups.map(\.number).max() ?? 0) + 1, added))
  }

  private mutating func filter(_ field: FilterForm.Field) -> ColumnFilter? {
    guard !field.column.isEmpty, let column = position(of: field.column) else { return nil }
    guard let condition = ColumnFilter.Condition(rawValue: field.condition) else {
      errors.append("Unknown operator: \(field.condition)")
      return nil
    }
    // The form has a field for the value whether the condition takes one or not.
    return filter(column, condition, condition.arity == .none ? "1" : field.value)
  }

  private mutating func readRelation(_ text: String) {
    guard case .object(let members)? = try? NibValue(json: text), let table = members["table"]?.filterText,
      let column = members["column"]?.filterText, let value = members["value"]?.filterText
    else { return errors.append("_through must be a JSON object with table, column and value") }
    relations.append(RelatedFilter(table: table, column: column, value: value))
  }

  private mutating func add(search text: String, column: Int?) {
    // An empty field of a form is no wish.
    guard text.contains(where: { !$0.isWhitespace }) else { return }
    searches.append(TextSearch(text, column: column))
  }

  private mutating func readAlternative(_ name: String, _ value: String) {
    let rest = name.dropFirst("_any".count)
    guard let dot = rest.firstIndex(of: "."), let number = Int(rest[..<dot]), (1...Self.limit).contains(number) else {
      // It may be a column of its own.
      return readCondition(name, value)
    }
    guard let filter = filter(String(rest[rest.index(after: dot)...]), value, isPrefixed: true) else { return }
    if let group = groups.firstIndex(where: { $0.number == number }) {
      groups[group].filters.append(filter)
    } else {
      groups.append((number, [filter]))
    }
  }

  private mutating func readCondition(_ name: String, _ value: String) {
    if let filter = filter(name, value) { filters.append(filter) }
  }

  /// - Parameter isPrefixed: whether the name stands behind a prefix, so that it can't be taken for another argument.
  private mutating func filter(_ name: String, _ value: String, isPrefixed: Bool = false) -> ColumnFilter? {
    // A column may be called `a__exact` itself, so the whole name comes first; one that begins with `_` needs its operator.
    let mayBePlain = isPrefixed || !name.hasPrefix("_")
    if mayBePlain, let column = schema?.column(named: name) { return ColumnFilter(column: column, value: value) }
    guard let (columnName, operation) = Self.split(name) else {
      if mayBePlain { _ = position(of: name) }
      return nil
    }
    guard let column = position(of: columnName) else { return nil }
    guard let condition = ColumnFilter.Condition(rawValue: operation) else {
      errors.append("Unknown operator: \(operation)")
      return nil
    }
    return filter(column, condition, value)
  }

  /// What stands before the last `__` and behind it; a column's name may end with `_`. Nil where nothing stands before it.
  private static func split(_ name: String) -> (column: String, operation: String)? {
    let bytes = name.utf8
    guard var second = bytes.lastIndex(of: UInt8(ascii: "_")) else { return nil }
    while second > bytes.startIndex {
      let first = bytes.index(before: second)
      if bytes[first] == UInt8(ascii: "_") {
        guard first > bytes.startIndex else { return nil }
        return (String(name[..<first]), String(name[bytes.index(after: second)...]))
      }
      second = first
    }
    return nil
  }

  private mutating func filter(
    _ column: Int, _ condition: ColumnFilter.Condition, _ value: String
  ) -> ColumnFilter? {
    switch condition.arity {
    case .one: return ColumnFilter(column: column, condition: condition, value: value)
    case .none:
      guard value == "1" else {
        errors.append("\(condition.rawValue) must have the value 1")
        return nil
      }
      return ColumnFilter(column: column, condition: condition, values: [])
    case .list:
      guard let values = ValueList(value) else {
        errors.append("\(condition.rawValue) must be comma-separated values or a JSON array")
        return nil
      }
      return ColumnFilter(column: column, condition: condition, values: values.values)
    }
  }

  private mutating func position(of name: String) -> Int? {
    if let column = schema?.column(named: name) { return column }
    errors.append("Unknown column: \(name)")
    return nil
  }
}

extension NibValue {
  /// A text or a number as a condition compares with it.
  fileprivate var filterText: String? {
    switch self {
    case .text(let text): text
    case .integer(let number): String(number)
    case .real(let number): number.description
    default: nil
    }
  }
}

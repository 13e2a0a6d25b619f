package import SiteConfiguration
package import TableModel

/// What the arguments of a query's address ask for: `sql`, a value for each named parameter, `_size`, `_sort`,
/// `_sort_desc`, `_explain`, `_shape`, `_nl`, `_extra`, `_json` and `_json_infinity`.
package struct QueryArguments {
  package var statement: QueryStatement
  package var shape = RecordShapeName.objects
  package var isNewlineDelimited = false
  package var extras: Set<JSONExtra> = []
  /// Columns of the result whose texts are JSON, by name; those that it doesn't have don't matter.
  package var parsed: [String] = []
  package var writesInfinity = false
  /// Whether the address itself names the statement.
  package let isStored: Bool

  /// The shapes that rows without a key have.
  package enum RecordShapeName: String { case objects, arrays, array, arrayfirst }

  /// - Throws: `ArgumentErrors` with a sentence for each argument that makes no sense.
  /// - Parameter stored: the statement that is run whatever the arguments say; `nil` takes that of the argument `sql`.
  package init(
    _ items: [(name: String, value: String)], limits: ArgumentLimits, stored: StoredQuery? = nil
  ) throws(ArgumentErrors) {
    isStored = stored != nil
    statement = QueryStatement(stored?.statement ?? "", rowLimit: limits.maximumPageSize)
    var errors: [String] = []
    for (name, value) in items {
      switch name {
      case "sql" where !isStored: statement.text = value
      case "_size":
        if value == "max" { continue }
        guard let size = Int(value), (1...limits.maximumPageSize).contains(size) else {
          errors.append("_size must be a number from 1 to \(limits.maximumPageSize), or max")
          continue
        }
        statement.rowLimit = size
      case "_sort", "_sort_desc":
        statement.sortColumn = value
        statement.isDescending = name == "_sort_desc"
      case "_explain", "_json_infinity", "_nl":
        guard let flag = Bool(argument: value) else {
          errors.append("\(name) must be on or off")
          continue
        }
        switch name {
        case "_explain": statement.isExplained = flag
        case "_nl": isNewlineDelimited = flag
        default: writesInfinity = flag
        }
      case "_extra":
        for extra in value.split(separator: ",") {
          guard let known = JSONExtra(rawValue: String(extra)), known.subjects.contains(.query) else {
            errors.append("Unknown _extra: \(extra)")
            continue
          }
          extras.insert(known)
        }
      case "_json": parsed.append(value)
      case "_shape":
        if let known = RecordShapeName(rawValue: value) {
          shape = known
        } else {
          errors.append(value == "object" ? "_shape=object is only available on tables" : "Invalid _shape: \(value)")
        }
      default: statement.parameters[name] = value
      }
    }
    guard errors.isEmpty else { throw ArgumentErrors(messages: errors) }
  }

  /// The arguments of the same statement with its values, as far as it has them.
  /// - Parameter parameters: the names of those that the statement has.
  package func queryText(_ parameters: [String]) -> QueryText {
    var text = QueryText()
    if !isStored { text.append("sql", statement.text) }
    for name in parameters { text.append(name, statement.parameters[name] ?? "") }
    return text
  }
}

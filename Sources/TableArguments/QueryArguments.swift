package import SiteConfiguration
package import TableModel

/// What the arguments of a query's address ask for: `sql`, a value for each named parameter, `_size`, `_next`, `_sort`,
/// `_sort_desc`, `_timelimit`, `_explain`, `_chart`, `_saved`, `_shape`, `_nl`, `_extra`, `_json` and `_json_infinity`.
package struct QueryArguments {
  package var statement: QueryStatement
  package var shape = RecordShapeName.objects
  package var isNewlineDelimited = false
  package var extras: Set<JSONExtra> = []
  /// Columns of the result whose texts are JSON, by name; those that it doesn't have don't matter.
  package var parsed: [String] = []
  package var writesInfinity = false
  /// The kind of chart that is drawn of the result; empty for none.
  package private(set) var chart = ""
  /// The saved query that the statement was one of, so that it can be saved there.
  package private(set) var savedNumber: String?
  /// The number of rows that was asked for; `nil` for none in particular.
  private var size: String?
  /// How far a page of results may be from the first row.
  private static let offsetLimit = 10_000_000
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
        if value == "max" {
          size = value
          continue
        }
        guard let size = Int(value), (1...limits.maximumPageSize).contains(size) else {
          errors.append("_size must be a number from 1 to \(limits.maximumPageSize), or max")
          continue
        }
        statement.rowLimit = size
        self.size = value
      case "_next":
        guard let offset = Int(value), (0...Self.offsetLimit).contains(offset) else {
          errors.append("_next must be that of a page of results")
          continue
        }
        statement.rowOffset = offset
      case "_timelimit":
        guard let milliseconds = Int(value), milliseconds > 0 else {
          errors.append("_timelimit must be a number of milliseconds")
          continue
        }
        statement.timeLimitSeconds = Double(milliseconds) / 1_000
      case "_chart": chart = value
      case "_saved" where !isStored:
        guard let number = Int(value), number > 0 else {
          errors.append("_saved must be the number of a saved query")
          continue
        }
        savedNumber = String(number)
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

  /// How the result is shown: its order, the size of its pages and the chart, as arguments.
  package var resultItems: [(name: String, value: String)] {
    var items: [(name: String, value: String)] = []
    if let column = statement.sortColumn { items.append((statement.isDescending ? "_sort_desc" : "_sort", column)) }
    if let size { items.append(("_size", size)) }
    if !chart.isEmpty { items.append(("_chart", chart)) }
    return items
  }

  /// The arguments of the same statement with its values, as far as it has them.
  /// - Parameter parameters: the names of those that the statement has.
  package func queryText(_ parameters: [String]) -> QueryText {
    var text = QueryText()
    if !isStored { text.append("sql", statement.text) }
    if let savedNumber { text.append("_saved", savedNumber) }
    for name in parameters { text.append(name, statement.parameters[name] ?? "") }
    return text
  }
}

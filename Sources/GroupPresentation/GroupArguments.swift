package import Charts
import SiteTables
package import TableArguments
package import TableGroups
package import TableModel

/// What the query of a page of groups asks for: `_group`, `_by`, `_width`, a figure of a column by `_sum`, `_avg`, `_min` and `_max`,
/// `_sort` and `_sort_desc` by the name of a column of the result, `_size`, `_next`, `_chart`, and the filters of the table.
package struct GroupArguments: Sendable {
  /// Which rows, and how JSON is laid out.
  package let table: PageArguments
  /// What makes the groups; `nil` where nothing was chosen yet.
  package private(set) var key: GroupKey?
  package private(set) var figures: [GroupFigure] = []
  /// `nil` for the order that suits the groups.
  package private(set) var order: GroupOrder?
  package private(set) var offset = 0
  /// `nil` for as many groups as pages have.
  private var size: Int?
  /// How the groups are drawn; `nil` for not at all.
  package private(set) var chart: Chart.Kind?
  /// Whether a form was sent, which is answered with another address.
  package private(set) var isFormSent = false

  private static let own: Set<String> = [
    "_group", "_by", "_width", "_sum", "_avg", "_min", "_max", "_sort", "_sort_desc", "_size", "_next", "_chart", "_of",
    "_figure",
  ]
  /// Figures that one page has at most.
  private static let figureLimit = 32
  /// Groups of a page; of a chart, as many as it draws.
  package static let pageSize = 100
  /// Groups of an export.
  package static let exportLimit = 50_000
  /// How far a page may be from the first.
  private static let offsetLimit = 10_000_000

  /// - Throws: `ArgumentErrors` with a sentence for each argument that makes no sense.
  package init(
    _ items: [(name: String, value: String)], schema: RecordSchema, limits: ArgumentLimits
  ) throws(ArgumentErrors) {
    table = try PageArguments(items.filter { !Self.own.contains($0.name) }, schema: schema, limits: limits)
    var reader = Reader(schema: schema, limits: limits)
    for (name, value) in items where Self.own.contains(name) { reader.read(name, value) }
    let groups = reader.finish()
    key = groups.key
    figures = groups.figures
    (size, offset, chart, isFormSent) = (reader.size, reader.offset, reader.chart, reader.isFormSent)
    if let key {
      let names = GroupNames(key, figures, schema)
      if let (name, isDescending) = reader.sort {
        if let term = names.term(named: name) {
          order = GroupOrder(term, isDescending: isDescending)
        } else {
          reader.errors.append("Cannot sort groups by \(name): they have \(names.all.joined(separator: ", "))")
        }
      }
      reader.errors += schema.refusals(of: GroupQuery(key, figures: figures))
    }
    guard reader.errors.isEmpty else { throw ArgumentErrors(messages: reader.errors) }
  }

  /// The question, for a page of so many groups.
  /// - Parameter isExport: whether all groups are wanted.
  package func query(isExport: Bool) -> GroupQuery? {
    guard let key else { return nil }
    return GroupQuery(
      key, figures: figures, selection: table.query.selection, order: order ?? standardOrder(key),
      limit: isExport ? Self.exportLimit : pageSize, offset: isExport ? 0 : offset)
  }

  /// Groups of a page.
  package var pageSize: Int { size ?? (chart == .line || chart == .histogram ? Chart.pointLimit : Self.pageSize) }

  /// Parts of times and ranges come one after the other; values by how many rows they have.
  package func standardOrder(_ key: GroupKey) -> GroupOrder {
    key.part == .value ? GroupOrder(.count, isDescending: true) : GroupOrder(.key)
  }

  /// The arguments as names and values, from the first page on.
  package func items(_ schema: RecordSchema) -> [(name: String, value: String)] {
    var items = table.query.selection.items(schema)
    guard let key else { return items }
    items.append(("_group", schema.columns[key.column].name))
    items += key.part.items
    items += figures.map { ("_" + $0.kind.rawValue, schema.columns[$0.column].name) }
    if let order, order != standardOrder(key) {
      let name = GroupNames(key, figures, schema).name(of: order.term)
      items.append((order.isDescending ? "_sort_desc" : "_sort", name))
    }
    if let size { items.append(("_size", String(size))) }
    if let chart { items.append(("_chart", chart.rawValue)) }
    return items
  }

  /// The same with something changed, from the first page on.
  package func changed(_ change: (inout GroupArguments) -> Void) -> GroupArguments {
    var arguments = self
    arguments.offset = 0
    change(&arguments)
    return arguments
  }

  package mutating func sort(by order: GroupOrder?) { self.order = order }

  package mutating func draw(_ chart: Chart.Kind?, by key: GroupKey? = nil) {
    self.chart = chart
    guard let key, key != self.key else { return }
    self.key = key
    order = nil
  }

  package mutating func leaveOut(figuresOf column: Int?) { figures.removeAll { $0.column == column } }
}

extension GroupKey.Part {
  /// The parts by the names that arguments have for them.
  static let named: [(name: String, part: GroupKey.Part)] = [
    ("value", .value), ("year", .year), ("month", .month), ("day", .day), ("range", .range(width: nil)),
  ]

  /// The part as arguments; none for whole values.
  fileprivate var items: [(name: String, value: String)] {
    switch self {
    case .value: []
    case .year: [("_by", "year")]
    case .month: [("_by", "month")]
    case .day: [("_by", "day")]
    case .range(let width): [("_by", "range")] + (width.map { [("_width", $0.description)] } ?? [])
    }
  }
}

/// Reads the arguments that pages of groups have of their own.
private struct Reader {
  let schema: RecordSchema
  let limits: ArgumentLimits
  var errors: [String] = []
  var sort: (name: String, isDescending: Bool)?
  var size: Int?
  var offset = 0
  var chart: Chart.Kind?
  var isFormSent = false
  private var column: Int?
  private var part = GroupKey.Part.value
  private var width: Double?
  private var figures: [GroupFigure] = []
  /// What a form sends: a column, and figures of it.
  private var formColumn: Int?
  private var formKinds: [GroupFigure.Kind] = []

  init(schema: RecordSchema, limits: ArgumentLimits) {
    self.schema = schema
    self.limits = limits
  }

  mutating func read(_ name: String, _ value: String) {
    switch name {
    case "_group": if !value.isEmpty { column = column(value) }
    case "_by":
      guard let known = GroupKey.Part.named.first(where: { $0.name == value }) else {
        return errors.append(
          "_by must be one of \(GroupKey.Part.named.map(\.name).joined(separator: ", "))")
      }
      part = known.part
    case "_width":
      guard let number = Double(value), number > 0, number.isFinite else {
        return errors.append("_width must be a number greater than 0")
      }
      width = number
    case "_sort", "_sort_desc": sort = (value, name == "_sort_desc")
    case "_size": readSize(value)
    case "_next":
      guard let number = Int(value), (0...10_000_000).contains(number) else {
        return errors.append("_next must be that of a page of groups")
      }
      offset = number
    case "_chart":
      if value.isEmpty { return }
      chart = Chart.Kind(rawValue: value)
      if chart == nil {
        errors.append("_chart must be one of \(Chart.Kind.allCases.map(\.rawValue).joined(separator: ", "))")
      }
    case "_of":
      isFormSent = true
      if !value.isEmpty { formColumn = column(value) }
    case "_figure":
      guard let kind = GroupFigure.Kind(rawValue: value) else { return errors.append("Unknown figure: \(value)") }
      formKinds.append(kind)
    default:
      guard let kind = GroupFigure.Kind(rawValue: String(name.dropFirst())), let column = column(value) else { return }
      add(GroupFigure(kind, of: column))
    }
  }

  mutating func finish() -> (key: GroupKey?, figures: [GroupFigure]) {
    if let formColumn { for kind in formKinds { add(GroupFigure(kind, of: formColumn)) } }
    if figures.count > 32 { errors.append("At most 32 figures are allowed") }
    if case .range = part { part = .range(width: width) }
    return (column.map { GroupKey(column: $0, part: part) }, figures)
  }

  private mutating func add(_ figure: GroupFigure) {
    // Of a form, what a column has none of is no wish.
    if isFormSent, figure.kind.needsNumbers ? !schema.hasNumbers(figure.column) : !schema.isOrdered(figure.column) {
      return
    }
    if !figures.contains(figure) { figures.append(figure) }
  }

  private mutating func readSize(_ value: String) {
    if value == "max" {
      size = limits.maximumPageSize
    } else if let number = Int(value), (1...limits.maximumPageSize).contains(number) {
      size = number
    } else {
      errors.append("_size must be a number from 1 to \(limits.maximumPageSize), or max")
    }
  }

  private mutating func column(_ name: String) -> Int? {
    if let column = schema.column(named: name) { return column }
    errors.append("Unknown column: \(name)")
    return nil
  }
}

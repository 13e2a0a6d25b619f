package import TableModel

extension PageArguments {
  /// Reads arguments in the order in which they came.
  ///
  /// - Parameters:
  ///   - schema: what column names are resolved against; `nil` for a table without columns.
  ///   - subject: what the answer is about, which has extras of its own.
  /// - Throws: `ArgumentErrors` with a sentence for each argument that makes no sense.
  package init(
    _ items: [(name: String, value: String)], schema: RecordSchema?, limits: ArgumentLimits,
    subject: JSONExtra.Subject = .table
  ) throws(ArgumentErrors) {
    self.init(pageSize: limits.pageSize)
    facets = FacetArguments(standing: limits.facets)
    var parser = ArgumentParser(
      arguments: self, schema: schema, limits: limits, subject: subject,
      selection: SelectionParser(schema, allowsExpressions: limits.allowsExpressions))
    for (name, value) in items { parser.read(name, value) }
    self = try parser.finish()
  }
}

private struct ArgumentParser {
  var arguments: PageArguments
  let schema: RecordSchema?
  let limits: ArgumentLimits
  let subject: JSONExtra.Subject
  var errors: [String] = []
  var selection: SelectionParser
  var shown: [Int] = []
  var hidden: Set<Int> = []
  /// How often `_sort` was there; the Sort menu sends it once a level, empty for none.
  var sortLevels = 0
  /// Level → position in the sort.
  var termsOfLevels: [Int: Int] = [:]
  var descendingLevels: [String] = []
  /// How many facets of each kind were asked for.
  var facetCounts: [Facet.Kind: Int] = [:]

  mutating func read(_ name: String, _ value: String) {
    switch name {
    case "_size": readSize(value)
    case "_next": place(.after(PageToken(value)))
    case "_previous": place(.before(PageToken(value)))
    case "_sort": sort(value, isDescending: false)
    case "_sort_by_desc": descendingLevels.append(value)
    case "_sort_desc": sort(value, isDescending: true)
    case "_col": if let column = column(value) { shown.append(column) }
    case "_nocol": if let column = column(value) { hidden.insert(column) }
    case "_pin": if let error = arguments.layout.readPin(value) { errors.append(error) }
    case "_width": if let error = arguments.layout.readWidth(value, schema) { errors.append(error) }
    case "_nocount": if flag(name, value) { arguments.query.count = .none }
    case "_count": readCount(value)
    case "_shape": readShape(value)
    case "_nl": arguments.isNewlineDelimited = flag(name, value)
    case "_facet": facet(.column, value)
    case "_facet_array": facet(.array, value)
    case "_facet_date": facet(.date, value)
    case "_facet_size": readFacetSize(value)
    case "_nofacet": arguments.facets.areLeftOut = flag(name, value)
    case "_nosuggest": arguments.facets.areUnsuggested = flag(name, value)
    case "_extra": for extra in value.split(separator: ",") { add(extra: String(extra)) }
    case "_labels": arguments.json.hasLabels = flag(name, value)
    case "_label": if let column = column(value) { arguments.json.labelled.append(column) }
    case "_json": if let column = column(value) { arguments.json.parsed.append(column) }
    case "_json_infinity": arguments.json.writesInfinity = flag(name, value)
    default:
      selection.read(name, value)
      errors += selection.takeErrors()
    }
  }

  mutating func finish() throws(ArgumentErrors) -> PageArguments {
    if !shown.isEmpty || !hidden.isEmpty, let schema {
      let keys = schema.columns.indices.filter { schema.columns[$0].isPrimaryKey }
      let wanted = shown.isEmpty ? Array(schema.columns.indices) : keys.filter { !shown.contains($0) } + shown
      var seen = Set<Int>()
      arguments.columns = wanted.filter { (!hidden.contains($0) || keys.contains($0)) && seen.insert($0).inserted }
    }
    turnDescendingLevels()
    if let schema { errors += schema.refusals(ofSort: arguments.query.sort) }
    if arguments.query.sort.isEmpty { arguments.query.sort = limits.sort }
    arguments.query.selection = selection.finish()
    errors += selection.takeErrors()
    guard errors.isEmpty else { throw ArgumentErrors(messages: errors, isForbidden: selection.isForbidden) }
    return arguments
  }

  /// The Sort menu's ticks: the number of a level, or `on` for the first as in Datasette's form.
  private mutating func turnDescendingLevels() {
    for text in descendingLevels {
      let level = ["on", "true"].contains(text) ? 1 : Int(text)
      guard let level else {
        errors.append("_sort_by_desc must be the number of a sort level")
        continue
      }
      guard let term = termsOfLevels[level], arguments.query.sort.indices.contains(term) else { continue }
      arguments.query.sort[term].isDescending = true
    }
  }

  private mutating func readSize(_ value: String) {
    if value == "max" {
      arguments.query.pageSize = limits.maximumPageSize
    } else if let size = Int(value), size >= 0 {
      guard size <= limits.maximumPageSize else {
        return errors.append("_size must be at most \(limits.maximumPageSize)")
      }
      arguments.query.pageSize = size
    } else {
      errors.append("_size must be a number from 0, or max")
    }
  }

  private mutating func place(_ position: PagePosition) {
    guard arguments.query.position == .first else { return errors.append("_next and _previous can't be combined") }
    arguments.query.position = position
  }

  private mutating func sort(_ name: String, isDescending: Bool) {
    sortLevels += 1
    guard !name.isEmpty else { return }
    termsOfLevels[sortLevels] = arguments.query.sort.count
    guard let column = column(name, refusing: "Cannot sort table by \(name)") else { return }
    // Rows that are equal in a column are so in either direction: naming it again changes nothing.
    guard !arguments.query.sort.contains(where: { $0.column == column }) else { return }
    arguments.query.sort.append(SortTerm(column: column, isDescending: isDescending))
  }

  private mutating func readCount(_ value: String) {
    switch value {
    case "exact": arguments.query.count = .exact
    case "quick": arguments.query.count = .quick
    default: errors.append("_count must be exact or quick")
    }
  }

  private mutating func facet(_ kind: Facet.Kind, _ name: String) {
    facetCounts[kind, default: 0] += 1
    guard facetCounts[kind, default: 0] <= FacetArguments.limit else {
      return errors.append("At most \(FacetArguments.limit) facets of a kind are allowed")
    }
    // An empty field of a form is no wish.
    guard !name.isEmpty, let column = column(name) else { return }
    let facet = Facet(column: column, kind: kind)
    if let refusal = schema?.refusal(of: facet) { return errors.append(refusal) }
    if !arguments.facets.facets.contains(facet) { arguments.facets.facets.append(facet) }
  }

  private mutating func readFacetSize(_ value: String) {
    if value == "max" {
      arguments.facets.size = limits.maximumPageSize
    } else if let size = Int(value), size > 0 {
      guard size <= limits.maximumPageSize else {
        return errors.append("_facet_size must be at most \(limits.maximumPageSize)")
      }
      arguments.facets.size = size
    } else {
      errors.append("_facet_size must be a positive number or max")
    }
  }

  private mutating func readShape(_ value: String) {
    guard let shape = JSONShape(rawValue: value) else { return errors.append("Invalid _shape: \(value)") }
    arguments.shape = shape
  }

  private mutating func add(extra name: String) {
    guard let extra = JSONExtra(rawValue: name), extra.subjects.contains(subject) else {
      return errors.append("Unknown _extra: \(name)")
    }
    arguments.extras.insert(extra)
  }

  /// Datasette's booleans.
  private mutating func flag(_ name: String, _ value: String) -> Bool {
    guard let flag = Bool(argument: value) else {
      errors.append("\(name) must be on or off")
      return false
    }
    return flag
  }

  private mutating func column(_ name: String, refusing message: String? = nil) -> Int? {
    if let column = schema?.column(named: name) { return column }
    errors.append(message ?? "Unknown column: \(name)")
    return nil
  }
}

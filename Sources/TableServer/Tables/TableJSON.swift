import SiteConfiguration
import SiteDescriptions
import SitePages
import SiteTables
import TableArguments
import TableModel
import TableRendering
import TextCoding

/// One page of a database table as JSON.
struct TableJSON {
  let context: SiteContext
  let entry: SiteMap.DatabaseEntry
  let presentation: TablePresentation
  let arguments: PageArguments
  /// What was counted, where that was asked for, and what else might be.
  var facets: [AnsweredFacet] = []
  var suggestions: [Facet] = []
  /// What else extras have to know.
  var notes = TableMetadata()
  var sectionsOfPage = SectionsOfPage()
  /// What can be done with the rows of a table built in code.
  var decorator: ListDecorator?

  func answer(_ page: TablePage, _ request: PageRequest) throws -> PageAnswer {
    let first = arguments.firstPageText(schema: presentation.schema, limits: presentation.limits)
    let links = PagerLinks(page) { address($0, first, request) }
    var json = context.sink(expecting: presentation.expectedBytes)
    var problems: [RenderingProblem] = []
    if let shape = presentation.shape(arguments).ofRecords {
      var envelope = RecordJSONWriter.Envelope()
      envelope.next = page.next
      envelope.nextURL = links.next
      envelope.previous = page.previous
      envelope.previousURL = links.previous
      let wanted = arguments.wantedExtras
      try presentation.json(arguments.columns, arguments.json).write(
        page.sections, shape: shape, isLineDelimited: arguments.isNewlineDelimited, envelope: envelope, into: &json
      ) { json in
        request.writeLoading(into: &json)
        for extra in JSONExtra.allCases where wanted.contains(extra) {
          json.jsonMember(extra.rawValue)
          try write(extra, page, request, into: &json)
        }
      }
    } else {
      // The same sections and cells as on the page that people read.
      let adapters = try presentation.cells?.adapters ?? presentation.cellsOfJSON(arguments.columns)
      problems = try JSONPageWriter.write(
        presentation.divided(page, arguments, sectionsOfPage), adapters, links: links.ofSections,
        decorator: decorator, into: &json)
    }
    presentation.expect(bytes: json.count)
    let isLines = arguments.shape == .array && arguments.isNewlineDelimited
    var answer = try PageAnswer(
      json, contentType: isLines ? "application/x-ndjson" : PageFormat.json.contentType,
      headers: PageHeaders.data(next: links.next), pool: context.buffers)
    answer.problems = problems
    return answer
  }

  /// The whole address of the page at a position, in the same format and shape.
  private func address(_ position: PagePosition, _ first: QueryText, _ request: PageRequest) -> String {
    var query = first
    if let item = position.item { query.append(item.name, item.value) }
    var address = request.origin
    address.reserveCapacity(address.utf8.count + presentation.address.utf8.count + query.text.utf8.count + 8)
    address += presentation.address
    address += ".json?"
    address += query.text
    return address
  }

  // MARK: Extras

  /// The facets without rows.
  func facetAnswer(_ request: PageRequest) throws -> PageAnswer {
    let facets = facetJSON(request)
    var json = context.sink(expecting: 4_096)
    json.markup("{\"ok\":true,\"facet_results\":")
    try facets.writeResults(into: &json)
    json.markup(",\"suggested_facets\":")
    try facets.write(suggestions: suggestions, into: &json)
    json.markup(request.isLoading == true ? ",\"loading\":true}" : "}")
    return try PageAnswer(
      json, contentType: PageFormat.json.contentType, headers: PageHeaders.data(), pool: context.buffers)
  }

  private func facetJSON(_ request: PageRequest) -> FacetJSON {
    FacetJSON(
      schema: presentation.schema, answers: facets, selection: arguments.query.selection, origin: request.origin
    ) { change in
      var arguments = arguments
      arguments.query.position = .first
      change(&arguments)
      let text = arguments.queryText(schema: presentation.schema, limits: presentation.limits)
      return presentation.address + ".json" + (text.isEmpty ? "" : "?" + text)
    }
  }

  private func write(_ extra: JSONExtra, _ page: TablePage, _ request: PageRequest, into json: inout ByteSink) throws {
    let schema = presentation.schema
    switch extra {
    case .count: try json.json(page.count.number)
    case .countTruncated: json.json(page.count.isTruncated)
    case .levels: levels(page).write(into: &json)
    case .humanDescription: try json.json(arguments.description(schema))
    case .facetResults: try facetJSON(request).writeResults(into: &json)
    case .sortedFacetResults: try facetJSON(request).writeSortedResults(into: &json)
    case .facetsTimedOut: try json.json(facetJSON(request).timedOut)
    case .suggestedFacets: try facetJSON(request).write(suggestions: suggestions, into: &json)
    case .searchIndex: try json.json(schema.searchIndex?.name)
    case .renderCell:
      let pages = page.sections.compactMap { ($0 as? RecordSection)?.page }
      let records = pages.flatMap { page in (0..<page.count).map { page[$0] } }
      SchemaExtras(schema, showing: arguments.columns).cells(records, presentation.fields).write(into: &json)
    case .formHiddenArguments:
      let kept = request.arguments.filter {
        $0.name.hasPrefix("_") && !["_sort", "_sort_desc", "_search", "_next", "_previous"].contains($0.name)
      }
      JSONValue.list(kept.map { [.text($0.name), .text($0.value)] }).write(into: &json)
    case .metadata:
      var metadata = presentation.configuration.notes.metadata
      if metadata["columns"] == nil { metadata.add("columns", [:]) }
      metadata.write(into: &json)
    default:
      let value =
        SchemaExtras(schema, showing: arguments.columns, notes: presentation.configuration.notes).value(extra)
        ?? notes.value(extra, schema)
        ?? requestExtras(request).value(extra)
      (value ?? .null).write(into: &json)
    }
  }

  /// Depth of each row in a tree, in row order; null for a flat list.
  private func levels(_ page: TablePage) -> JSONValue {
    guard arguments.query.tree != nil else { return .null }
    return .list(
      page.sections.compactMap { ($0 as? RecordSection)?.page.levels }.joined().map { .integer(Int64($0)) })
  }

  private func requestExtras(_ request: PageRequest) -> RequestExtras {
    RequestExtras(
      context: context, entry: entry, request: request, address: presentation.address, subject: .table,
      asked: arguments.extras, parts: [("database", entry.name), ("table", presentation.schema.table)])
  }
}

extension JSONShape {
  /// The shape as records have it; `nil` for sections.
  var ofRecords: RecordShape? {
    switch self {
    case .objects: .objects
    case .arrays: .arrays
    case .array: .array
    case .arrayfirst: .arrayfirst
    case .object: .object
    case .sections: nil
    }
  }
}

extension RecordShape {
  /// Whether something stands around the rows.
  var hasEnvelope: Bool { self == .objects || self == .arrays }
}

internal import MicroHTTP
import TableModel
import TableRendering

/// One page of a database table as JSON.
struct TableJSON {
  let context: SiteContext
  let entry: SiteMap.DatabaseEntry
  let presentation: TablePresentation
  let arguments: PageArguments
  /// What was counted, where that was asked for, and what else might be.
  var facets: [AnsweredFacet] = []
  var suggestions: [Facet] = []

  func answer(_ page: TablePage, _ request: PageRequest) throws -> PageAnswer {
    let links = PagerLinks(page, address)
    let next = links.next.map(request.absolute)
    var json = ByteSink(adopting: context.buffers.take(minimumCapacity: presentation.expectedBytes))
    if let shape = arguments.recordShape {
      var envelope = RecordJSONWriter.Envelope()
      envelope.next = page.next
      envelope.nextURL = next
      envelope.previous = page.previous
      envelope.previousURL = links.previous.map(request.absolute)
      envelope.extras = try extras(page, request)
      try presentation.json(arguments.columns).write(
        page.sections, shape: shape, isLineDelimited: arguments.isNewlineDelimited, envelope: envelope, into: &json)
    } else {
      let columns = RecordColumns(presentation.schema, showing: arguments.columns)
      let adapters = try presentation.adapters(columns, layout: .grid)
      _ = try JSONPageWriter.write(page, adapters, links: links.absolute(request), into: &json)
    }
    presentation.expect(bytes: json.count)
    let isLines = arguments.shape == .array && arguments.isNewlineDelimited
    return PageAnswer(
      json, contentType: isLines ? "application/x-ndjson" : PageFormat.json.contentType,
      headers: PageHeaders.data(next: next), pool: context.buffers)
  }

  /// The address of the page at a position, in the same format and shape.
  private func address(_ position: PagePosition) -> String {
    var arguments = arguments
    arguments.query.position = position
    return presentation.address + ".json?"
      + arguments.queryText(schema: presentation.schema, limits: context.options.limits)
  }

  // MARK: Extras

  private func extras(_ page: TablePage, _ request: PageRequest) throws -> [(key: String, json: [UInt8])] {
    try JSONExtra.allCases.filter(arguments.wantedExtras.contains).map { extra in
      var json = ByteSink(capacity: 256)
      try write(extra, page, request, into: &json)
      return (extra.rawValue, json.withBytes { Array($0) })
    }
  }

  /// The facets without rows.
  func facetAnswer(_ request: PageRequest) throws -> PageAnswer {
    let facets = facetJSON(request)
    var json = ByteSink(adopting: context.buffers.take(minimumCapacity: 4_096))
    json.markup("{\"ok\":true,\"facet_results\":")
    try facets.writeResults(into: &json)
    json.markup(",\"suggested_facets\":")
    try facets.write(suggestions: suggestions, into: &json)
    json.markup("}")
    return PageAnswer(
      json, contentType: PageFormat.json.contentType, headers: PageHeaders.data(), pool: context.buffers)
  }

  private func facetJSON(_ request: PageRequest) -> FacetJSON {
    FacetJSON(schema: presentation.schema, answers: facets, selection: arguments.query.selection) { change in
      var arguments = arguments
      arguments.query.position = .first
      change(&arguments)
      let text = arguments.queryText(schema: presentation.schema, limits: context.options.limits)
      return request.absolute(presentation.address + ".json" + (text.isEmpty ? "" : "?" + text))
    }
  }

  private func write(_ extra: JSONExtra, _ page: TablePage, _ request: PageRequest, into json: inout ByteSink) throws {
    let schema = presentation.schema
    switch extra {
    case .count: try json.json(page.count.number)
    case .countTruncated: json.json(page.count.isTruncated)
    case .columns: try json.json((arguments.columns ?? Array(schema.columns.indices)).map { schema.columns[$0].name })
    case .allColumns: try json.json(schema.columns.map(\.name))
    case .primaryKeys: try json.json(schema.columns.filter(\.isPrimaryKey).map(\.name))
    case .database: try json.json(entry.name)
    case .table: try json.json(schema.table)
    case .humanDescription: try json.json(arguments.description(schema))
    case .isView: json.json(schema.isView)
    case .facetResults: try facetJSON(request).writeResults(into: &json)
    case .sortedFacetResults: try facetJSON(request).writeSortedResults(into: &json)
    case .facetsTimedOut: try json.json(facetJSON(request).timedOut)
    case .suggestedFacets: try facetJSON(request).write(suggestions: suggestions, into: &json)
    case .searchIndex: try json.json(schema.searchIndex?.name)
    }
  }
}

extension PageArguments {
  /// The shape as records have it; `nil` for sections.
  fileprivate var recordShape: RecordShape? {
    switch shape {
    case nil, .objects: .objects
    case .arrays: .arrays
    case .array: .array
    case .arrayfirst: .arrayfirst
    case .object: .object
    case .sections: nil
    }
  }
}

extension TableCount {
  /// As many as are known of.
  fileprivate var number: Int? {
    switch self {
    case .exact(let number), .moreThan(let number), .counting(let number): number
    case .unknown: nil
    }
  }

  fileprivate var isTruncated: Bool {
    switch self {
    case .moreThan, .counting: true
    case .exact, .unknown: false
    }
  }
}

import GroupPresentation
internal import MicroHTTP
import SitePages
import SiteTables
import TableArguments
import TableGroups
import TableModel
import TableRendering
import TextCoding

/// Answers the rows of a table in groups: as a page with figures and a chart, or as data.
struct GroupResponder: Sendable {
  let context: SiteContext
  let tables: MountedTables

  func answer(_ name: String, in entry: SiteMap.DatabaseEntry, _ request: PageRequest) async throws -> PageAnswer {
    let mounted = try await tables.table(name, in: entry)
    let presentation = mounted.presentation(for: try await mounted.table.schema(), context)
    let schema = presentation.schema
    guard schema.columns.indices.contains(where: schema.isGroupable) else {
      throw TableError.badRequest("The rows of this table can't be grouped")
    }
    let arguments: GroupArguments, options: ExportOptions
    do {
      arguments = try GroupArguments(request.arguments, schema: schema, limits: presentation.limits)
      options = try ExportOptions(request.arguments)
    } catch {
      throw HTTPProblem(error, schema, request, table: presentation.address, in: entry)
    }
    let page = GroupsPage(
      context: context, entry: entry, presentation: presentation, arguments: arguments, request: request)
    if arguments.isFormSent {
      return PageAnswer(.redirect(to: page.address(arguments, request.format.suffix ?? ""), status: .found))
    }
    guard let query = arguments.query(isExport: request.format.isRowsOnly) else {
      guard request.format == .html else { throw TableError.badRequest("_group is missing: it names a column") }
      return try context.page(context.nibs.groups, try page.view(nil), headers: PageHeaders.html())
    }
    if request.format != .html, arguments.table.shape.map({ ![.objects, .arrays].contains($0) }) ?? false {
      try request.requireAllRows()
    }
    let result = try await mounted.table.groups(query)
    guard try await mounted.table.schema() === presentation.source else {
      throw TableError.busy("The table's schema is changing; try again in a moment")
    }
    var answer: PageAnswer
    switch request.format {
    case .html:
      let alternate = page.address(arguments, ".json")
      answer = try context.page(
        context.nibs.groups, try page.view((query, result)), headers: PageHeaders.html(alternate: alternate))
    case .json: answer = try json(query, result, page, request)
    case .csv, .ndjson, .text:
      guard result.groups.count == result.groupCount else {
        throw TableError.badRequest(
          "There are more than \(GroupArguments.exportLimit.withThousandsMarks) groups; filter the rows first")
      }
      let names = "\(schema.table)-by-\(schema.columns[query.key.column].name)"
      answer = try PageAnswer(
        rows: GroupRecords(result, query, schema).page, options, fileName: names, request, context)
    }
    answer.version = result.version
    answer.source = entry.database.versionSource
    return answer
  }

  private func json(
    _ query: GroupQuery, _ result: GroupResult, _ page: GroupsPage, _ request: PageRequest
  ) throws -> PageAnswer {
    let records = GroupRecords(result, query, page.schema), rows = records.page
    guard let shape = (page.arguments.table.shape ?? .objects).ofRecords else {
      throw TableError.badRequest("Groups don't support sections")
    }
    var envelope = RecordJSONWriter.Envelope()
    if let next = page.next(query, result) {
      envelope.next = PageToken(String(next))
      envelope.nextURL = request.absolute(page.address(page.arguments, ".json", [("_next", String(next))]))
    }
    let total = JSONValue.object(records.total.map { ($0.name, JSONValue($0.value)) })
    var json = context.sink(expecting: 32 * 1_024)
    let isLines = shape == .array && page.arguments.table.isNewlineDelimited
    try RecordJSONWriter(rows.schema).write(
      [RecordSection(rows)], shape: shape, isLineDelimited: isLines, envelope: envelope, into: &json
    ) { json in
      request.writeLoading(into: &json)
      json.jsonMember("group_count")
      json.json(Int64(result.groupCount))
      json.jsonMember("total")
      total.write(into: &json)
    }
    let next = shape.hasEnvelope ? nil : envelope.nextURL
    return try PageAnswer(
      json, contentType: isLines ? "application/x-ndjson" : PageFormat.json.contentType,
      headers: PageHeaders.data(next: next), pool: context.buffers)
  }
}

internal import MicroHTTP
import RichTextRendering
import SiteConfiguration
import SitePages
import SiteTables
import TableArguments
import TableModel
import TableRendering

/// Answers the pages of single rows, and the bytes of their values.
struct RecordResponder: Sendable {
  let context: SiteContext
  let tables: MountedTables

  /// One row, as HTML or JSON.
  func answer(
    _ key: String, of name: String, in entry: SiteMap.DatabaseEntry, _ request: PageRequest
  ) async throws -> PageAnswer {
    let mounted = try await tables.table(name, in: entry)
    let detail = try await found(mounted, key, neighbours: request.format == .html)
    let presentation = mounted.presentation(for: detail.record.schema, context)
    let answer =
      switch request.format {
      case .html: try await html(detail, presentation, mounted, request)
      default: try await json(detail, presentation, mounted, request)
      }
    return answer.standing(as: entry.database.versionSource)
  }

  /// The row under the schema that was found last, as long as there is no other: who reads the row looks at it anyway.
  private func found(_ mounted: MountedTable, _ key: String, neighbours: Bool) async throws -> RecordDetail {
    if let known = mounted.presentation?.source {
      do {
        let detail = try await found(known, mounted, key, neighbours: neighbours)
        if detail.record.schema === known { return detail }
      } catch {
        // What went wrong may be about the key of another schema.
        if try await mounted.table.schema() === known { throw error }
      }
    }
    return try await found(try await mounted.table.schema(), mounted, key, neighbours: neighbours)
  }

  private func found(
    _ schema: RecordSchema, _ mounted: MountedTable, _ key: String, neighbours: Bool
  ) async throws -> RecordDetail {
    do {
      return try await mounted.table.record(schema.key(encoded: key), neighbours: neighbours)
    } catch TableError.notFound(let message) {
      let words = (try? schema.key(encoded: key))?.description ?? key
      let table = schema.table
      let address = mounted.entry.address(ofTable: table)
      let title = mounted.entry.title(ofTable: table)
      throw HTTPProblem(
        status: 404, messages: [message],
        heading: message == "Record not found" ? "\(table) has no row “\(words)”" : message,
        crumbs: mounted.entry.crumbs + [.init(title: title, address: address)],
        recoveryLink: HTTPProblem.Link(title: "All rows of \(title)", address: address))
    }
  }

  // MARK: HTML

  private func html(
    _ detail: RecordDetail, _ presentation: TablePresentation, _ mounted: MountedTable, _ request: PageRequest
  ) async throws -> PageAnswer {
    let schema = presentation.schema, record = detail.record
    let entry = mounted.entry
    let rowKey = record.fullKey
    let key = rowKey.description, encodedKey = schema.encoded(rowKey)
    let address = presentation.rowsAddress + encodedKey
    let isCounted = request.rareArgument("_count") == "exact"
    let referring = try await ReferringRows.all(
      of: record, at: detail.version, presentation, mounted.table, in: entry, waits: isCounted)
    let isFinal = referring.allSatisfy(\.isFinal)
    let inPlace = RowsInPlace(context: context, tables: tables, entry: entry, visitor: request.visitor)
    var rows = try await inPlace.referring(referring, returnTo: address, mayComeLate: !isCounted)
    if let history = try await inPlace.history(of: rowKey, schema) { rows.sections.append(history) }
    // What comes late leads there, and nothing else.
    let isWhole = isFinal && rows.isComplete
    let counted = isWhole ? address : address + "?_count=exact"
    let frame = try presentation.rowFrame(
      RowFrame.Key(
        preferences: request.preferences, isEditable: context.mayWrite(request.visitor, mounted, schema),
        takesFields: rows.sections.contains { $0.addition != nil }),
      in: entry, context)
    let source = RowFrameSource(
      frame, record, name: await RowNames(schema, in: entry).name(of: record) ?? schema.rowNoun + " " + key, key: key,
      encodedKey: encodedKey, previous: detail.previousKey.map { presentation.address(of: $0) },
      next: detail.nextKey.map { presentation.address(of: $0) },
      actions: actions(record, presentation, mounted, request),
      references: referring.isEmpty ? nil : references(referring, counted, isCounted: isCounted, in: frame),
      rows: rows.sections.isEmpty ? nil : RowsInPlaceView(rows.sections, countAll: counted, in: frame),
      flash: request.flash?.html(context), account: context.account(request.visitor, returnTo: address),
      receivedAt: request.receivedAt)
    var html = context.sink(expecting: 16 * 1_024)
    frame.nib.write(source, into: &html)
    var answer = try PageAnswer(
      html, contentType: PageFormat.html.contentType, headers: PageHeaders.html(at: address),
      pool: context.buffers)
    // What is still to be counted makes another page in a moment.
    if isWhole { answer.version = detail.version }
    answer.hasLateParts = isCounted ? referring.contains(where: \.areBeingCounted) : !isWhole
    return consume answer
  }

  /// - Parameters:
  ///   - counted: the page on which all are counted.
  ///   - isCounted: whether this is that page, on which only those come late that are still being counted.
  private func references(
    _ all: [ReferringRows], _ counted: String, isCounted: Bool, in frame: RowFrame
  ) -> RowReferencesView {
    var hasLate = false
    let references = all.enumerated().map { place, rows in
      let isLate = isCounted ? rows.areBeingCounted : !rows.isFinal
      hasLate = hasLate || isLate
      return RowReferencesView.Reference(
        rows.reference, count: rows.count, address: rows.address, number: place + 1, late: isLate ? counted : nil)
    }
    return RowReferencesView(references, hasLateReferences: hasLate, countAll: counted, in: frame)
  }

  /// What the site's owner lets be done to the row as it is.
  private func actions(
    _ record: Record, _ presentation: TablePresentation, _ mounted: MountedTable, _ request: PageRequest
  ) -> RowActionsView? {
    guard record.schema === presentation.source, context.mayAct(request.visitor, mounted, presentation.schema) else {
      return nil
    }
    let offered = presentation.actions(for: [record], request.visitor, mounted.table)
    guard !offered.isEmpty else { return nil }
    return RowActionsView(
      actAddress: presentation.address.below("/-/act"), actKey: presentation.schema.encoded(record.fullKey),
      actVersion: RowVersion(record).description, actReturn: presentation.address(of: record.fullKey),
      actions: offered.map { .init(actionName: $0.name, actionTitle: $0.title) })
  }

  // MARK: Data

  private func json(
    _ detail: RecordDetail, _ presentation: TablePresentation, _ mounted: MountedTable, _ request: PageRequest
  ) async throws -> PageAnswer {
    let schema = presentation.schema
    let arguments: RowArguments
    do {
      arguments = try presentation.arguments(
        ofRow: request.arguments.filter { Self.arguments.contains($0.name) })
    } catch {
      throw HTTPProblem(error, schema, request, table: presentation.address, in: mounted.entry)
    }
    let extras = try await RecordExtras(detail, presentation, mounted, arguments, request, context)
    var json = context.sink(expecting: 4_096)
    guard !detail.record.isExcerpt else {
      throw TableError.badRequest(
        "The row is too large for JSON: request its values one by one.")
    }
    guard let shape = (arguments.asked.shape ?? .objects).ofRecords else {
      throw TableError.badRequest("A row doesn't support sections")
    }
    if !shape.hasEnvelope { try request.requireAllRows() }
    try presentation.json(arguments.asked.columns, arguments.asked.json).write(
      detail.record, shape: shape, into: &json
    ) { json in
      request.writeLoading(into: &json)
      extras.write(into: &json)
    }
    var answer = try PageAnswer(
      json, contentType: PageFormat.json.contentType, headers: PageHeaders.data(), pool: context.buffers)
    if extras.areFinal { answer.version = detail.version }
    return consume answer
  }

  /// What can be asked of one row; other arguments are those of the page that it was come from.
  private static let arguments: Set<String> = [
    "_shape", "_extra", "_labels", "_label", "_json", "_json_infinity", "_col", "_nocol",
  ]

  /// The bytes of one value. Pictures are told by their first bytes and shown; everything else is a download.
  func bytes(
    of columnName: String, _ key: String, of name: String, in entry: SiteMap.DatabaseEntry
  ) async throws -> PageAnswer {
    let mounted = try await tables.table(name, in: entry)
    let schema = try await mounted.table.schema()
    guard let column = schema.column(named: columnName) else {
      throw HTTPProblem(
        status: 404, messages: ["Column not found"], heading: "\(schema.table) has no column “\(columnName)”",
        suggestions: [],
        recoveryLink: .init(title: "All rows of \(schema.table)", address: entry.address(ofTable: schema.table)))
    }
    let key = try schema.key(encoded: key)
    let bytes = try await mounted.table.bytes(of: column, inRecord: key)
    let type = MediaType.ofPicture(bytes)
    var headers = [
      Header(.contentSecurityPolicy, "default-src 'none'; sandbox"),
      Header(.cacheControl, "private, no-cache"),
    ]
    if type == nil {
      let fileName = "\(schema.table)-\(schema.encoded(key))-\(columnName)".asFileName + ".bin"
      headers.append(Header(.contentDisposition, "attachment; filename=\"\(fileName)\""))
    }
    return PageAnswer(
      Response(headers: headers, body: .bytes(bytes, contentType: type ?? "application/octet-stream")))
  }
}

extension String {
  /// Letters, digits, `-`, `_` and `.`; whatever else becomes `_`, so that it can stand quoted in a header.
  fileprivate var asFileName: String {
    String(prefix(100).map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "_" })
  }
}

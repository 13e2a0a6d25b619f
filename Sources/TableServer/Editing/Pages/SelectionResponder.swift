import SiteAccess
internal import MicroHTTP
import TableModel
import TableRendering

/// The pages on which several rows are changed or deleted together.
struct SelectionResponder {
  let context: SiteContext
  let mounted: MountedTable
  let presentation: TablePresentation
  let columns: [WritableColumn]
  let references: ReferenceFields
  var writer: (any RecordWriter)?

  /// Rows that are changed together at most.
  static let limit = 1_000

  private var schema: RecordSchema { presentation.schema }

  func answer(_ kind: FormTarget.Kind, _ request: PageRequest) async throws -> PageAnswer {
    let keys = try request.arguments.filter { $0.name == "_selected" }.map { try schema.key(encoded: $0.value) }
    let returnTo = request.arguments.last { $0.name == "_return" }?.value
    var warning: (lead: String, text: String)?
    if kind == .removal, let writer, keys.count <= Self.limit {
      // Only to say it before: the change itself says it too.
      warning = (try? await writer.attempt(keys.map { .delete(key: $0, expected: nil) }))?.warning
    }
    return PageAnswer(
      try await page(
        keys, request.preferences, isRemoval: kind == .removal, returnTo: returnTo, alert: warning))
  }

  // MARK: Changing

  /// The chosen rows as they are, with a form for what they are to hold.
  func page(
    _ keys: [RowKey], _ preferences: ViewPreferences, isRemoval: Bool = false, returnTo: String? = nil,
    form: FormBody? = nil, problems: [RecordProblem] = [],
    alert: (lead: String, text: String)? = nil, fields sent: [RowField]? = nil, status: Status = .ok
  ) async throws -> Response {
    guard !keys.isEmpty else {
      throw PageFailure(
        status: 400, messages: ["No row is selected"], heading: "No row is selected",
        wayOut: PageFailure.Link(title: "Choose rows", address: presentation.address + "?_edit=on"))
    }
    guard keys.count <= Self.limit else {
      throw PageFailure(
        status: 400, messages: ["At most \(Self.limit) rows are changed together"], heading: "These are too many rows")
    }
    var rows: [NibValue] = []
    var offered = presentation.configuration.actions
    for key in keys {
      // A row that is gone is left out.
      guard let record = try? await mounted.record(key, as: presentation).record else { continue }
      offered.removeAll { !$0.isOffered(for: record) }
      rows.append(
        .object([
          "key": .text(schema.encoded(record.fullKey)), "rowTitle": .text(title(record)),
          "rowAddress": .text(presentation.address(of: record.fullKey)),
          "rowVersion": .text(RowVersion(record).description),
        ]))
    }
    let count = rows.count == 1 ? "1 row" : "\(rows.count) rows"
    let rule = EditingRule(schema.table, in: mounted.entry)
    var fields = sent ?? Self.fields(columns, schema, rule)
    for problem in problems {
      if let index = fields.firstIndex(where: { $0.column.name == problem.column }) {
        fields[index].error = problem.text
      }
    }
    if isRemoval { fields = [] }
    await references.findChoices(&fields)
    let heading = isRemoval ? "Delete \(count)?" : "Change \(count)"
    var values = frame(heading, "\(count) · \(schema.title)", preferences)
    values["isRemoval"] = .boolean(isRemoval)
    values["returnTo"] = NibValue(returnTo)
    values["action"] = .text(presentation.address + "/-/change")
    values["rows"] = .list(rows)
    values["count"] = .text(count)
    values["fields"] = .list(
      fields.map { field in
        .object([
          "field": field.values(in: mounted.entry), "setName": .text("set." + field.column.name),
          "isSet": .boolean(form?["set." + field.column.name] != nil),
        ])
      })
    values["actAddress"] = .text(presentation.address + "/-/act")
    values["actions"] = .list(
      offered.map { .object(["actionName": .text($0.name), "actionTitle": .text($0.title)]) })
    values["mayDelete"] = .boolean(rule.allowsRows)
    values["cancel"] = .text(returnTo.map { context.map.localPath($0) } ?? presentation.address)
    values["alert"] = alert.map { .object(["alertLead": .text($0.lead), "alertText": .text($0.text)]) } ?? .null
    return response(context.nibs.selection, values, status)
  }

  /// The columns that rows can share a value in.
  static func fields(_ columns: [WritableColumn], _ schema: RecordSchema, _ rule: EditingRule) -> [RowField] {
    schema.columns.indices.compactMap { position in
      let column = schema.columns[position]
      guard columns.indices.contains(position), !column.isPrimaryKey, rule.allows(column.name) else { return nil }
      let field = RowField(position, column, columns[position], value: nil, isEditable: true)
      return field.control == .fixed || field.control == .file ? nil : field
    }
  }

  // MARK: Frames

  private func frame(
    _ heading: String, _ title: String, _ preferences: ViewPreferences, flash: Flash? = nil
  ) -> [String: NibValue] {
    let frame = PageFrame(
      title: "\(title) · \(mounted.entry.heading)",
      crumbs: presentation.crumbs(in: mounted.entry) + [.init(title: heading)],
      returnTo: presentation.address, preferences: preferences, flash: flash, visitor: references.visitor)
    var values = frame.values(context)
    values["pageStyle"] = .text(context.assets.formStyle)
    values["heading"] = .text(heading)
    values["subheading"] = .text(schema.title)
    return values
  }

  private func response(_ nib: Nib, _ values: [String: NibValue], _ status: Status = .ok) -> Response {
    var response = Response(html: nib.string(.object(values)), headers: PageHeaders.html())
    response.status = status
    response.headers.set(.cacheControl, "no-store")
    return response
  }

  private func title(_ record: Record) -> String {
    let key = record.fullKey.description
    return presentation.label(of: record).map { "\($0) (\(key))" } ?? key
  }
}

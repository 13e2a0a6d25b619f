internal import MicroHTTP
import SitePages
import SiteTables
import TableArguments
import TableModel

/// The pages on which several rows are changed or deleted together.
struct SelectionResponder {
  let table: EditedTable
  let columns: [WritableColumn]

  /// Rows that are changed together at most.
  static let limit = 1_000

  func answer(_ kind: FormKind, _ request: PageRequest) async throws -> PageAnswer {
    let keys = try request.arguments.filter { $0.name == "_selected" }.map { try table.schema.key(encoded: $0.value) }
    let returnTo = request.arguments.last { $0.name == "_return" }?.value
    var warning: EditPage.Alert?
    if kind == .removal, keys.count <= Self.limit {
      // Only to say it before: the change itself says it too.
      warning = try await table.warning(beforeDeleting: keys)
    }
    return PageAnswer(
      try await page(
        keys, request.preferences, isRemoval: kind == .removal, returnTo: returnTo, alert: warning))
  }

  /// The chosen rows as they are, with a form for what they are to hold.
  func page(
    _ keys: [RowKey], _ preferences: ViewPreferences, isRemoval: Bool = false, returnTo: String? = nil,
    form: FormBody? = nil, problems: [RecordProblem] = [], alert: EditPage.Alert? = nil,
    fields sent: [RowField]? = nil, status: Status = .ok
  ) async throws -> Response {
    guard !keys.isEmpty else {
      throw HTTPProblem(
        status: 400, messages: ["No row is selected"], heading: "No row is selected",
        recoveryLink: HTTPProblem.Link(title: "Select rows", address: table.address + "?_edit=on"))
    }
    guard keys.count <= Self.limit else { throw Self.tooMany }
    let rows = try await table.mounted.records(keys, as: table.presentation)
    var fields = isRemoval ? [] : sent ?? Self.fields(columns, table.schema, table.rule)
    for problem in problems {
      if let index = fields.firstIndex(where: { $0.column.name == problem.column }) {
        fields[index].error = problem.text
      }
    }
    await table.references.findChoices(&fields)
    let count = rows.count.counted("row", "rows")
    var page = EditPage(table.place, isRemoval ? "Delete \(count)?" : "Change \(count)", remark: table.schema.title)
    page.alert = alert
    page.links.list = rows.map {
      LinkView(title: title($0), address: table.presentation.address(of: $0.fullKey))
    }
    page.form = EditPage.Form(
      action: table.address.below("/-/change"),
      hidden: rows.flatMap {
        [("row", table.schema.encoded($0.fullKey)), ("version", RowVersion($0).description)]
      } + (returnTo.map { [("_return", $0)] } ?? []),
      title: isRemoval ? nil : EditPage.sharedTitle, fields: fields.map { shared($0, form) },
      buttons: isRemoval && alert?.isObstacle == true ? [] : buttons(for: rows, count, isRemoval: isRemoval))
    page.ways = [.cancel(table.place.back(returnTo))]
    return page.response(preferences, status: status)
  }

  private func shared(_ field: RowField, _ form: FormBody?) -> FormField {
    var shared = field.formField
    let name = "set." + field.column.name
    shared.shared = FormField.Tick(name: name, isOn: form?[name] != nil, label: shared.label)
    return shared
  }

  private func buttons(for rows: [Record], _ count: String, isRemoval: Bool) -> [EditPage.Button] {
    var buttons: [EditPage.Button] = []
    if !isRemoval {
      let offered = table.presentation.actions(for: rows, table.visitor, table.mounted.table)
      buttons.append(.init(title: "Change \(count)", style: .primary))
      buttons += offered.map { action in
        .init(
          title: action.title, sends: ("action", action.name), action: table.address.below("/-/act"),
          needsFields: false)
      }
    }
    if table.rule.allowsRows {
      buttons.append(.init(title: "Delete \(count)", style: .danger, sends: ("_delete", "1"), needsFields: false))
    }
    return buttons
  }

  /// The columns that rows can share a value in.
  static func fields(_ columns: [WritableColumn], _ schema: RecordSchema, _ rule: EditingRule) -> [RowField] {
    RowField.all(schema, columns).filter { field in
      !field.column.isPrimaryKey && rule.allows(field.column.name) && ![.fixed, .file].contains(field.control)
    }
  }

  static let tooMany = HTTPProblem(
    status: 400, messages: ["At most \(limit) rows are changed together"], heading: "These are too many rows")

  private func title(_ record: Record) -> String {
    let key = record.fullKey.description
    return table.presentation.label(of: record).map { "\($0) (\(key))" } ?? key
  }
}

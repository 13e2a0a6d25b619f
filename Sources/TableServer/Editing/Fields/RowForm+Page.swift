import SiteAccess
internal import MicroHTTP
import TableModel
import TableRendering

extension RowForm {
  /// The form as a page.
  /// - Parameter status: 200 when it is asked for, 400 when something is to be mended, 409 when somebody else was quicker.
  func page(
    _ context: SiteContext, _ preferences: ViewPreferences, _ visitor: Visitor, flash: Flash? = nil,
    status: Status = .ok
  )
    -> Response
  {
    let isNew = purpose == .insert
    let name = label ?? keyText
    var crumbs = presentation.crumbs(in: mounted.entry)
    if let keyText { crumbs.append(.init(title: keyText, address: rowAddress)) }
    crumbs.append(.init(title: isNew ? "New row" : "Edit"))
    let frame = PageFrame(
      title: "\(isNew ? "New row" : "Edit \(name ?? "")") · \(schema.title) · \(mounted.entry.heading)", crumbs: crumbs,
      returnTo: rowAddress, preferences: preferences, flash: flash, visitor: visitor)
    var values = frame.values(context)
    values["pageStyle"] = .text(context.assets.formStyle)
    values["heading"] = .text(isNew ? "New row" : "Edit \(name ?? "")")
    values["subheading"] = .text(isNew ? schema.title : "\(schema.title) \(keyText ?? "")")
    values["action"] = .text(action)
    values["returnTo"] = NibValue(returnTo)
    values["isNew"] = .boolean(isNew)
    values["save"] = .text(isNew ? "Insert" : status == .conflict ? "Save all the same" : "Save")
    values["cancel"] = .text(context.map.localPath(returnTo ?? rowAddress))
    if case .update(_, let version) = purpose { values["version"] = .text(version.description) }
    if !isNew, EditingRule(schema.table, in: mounted.entry).allowsRows {
      values["remove"] = .text(rowAddress + "/-/remove")
    }
    values["alert"] = alert(status)
    // Forms of other kinds write three bytes for one that is no letter.
    values["isMultipart"] = .boolean(fields.contains { $0.control == .file || $0.was?.digest != nil })
    values["fields"] = .list(fields.map { $0.values(in: mounted.entry) })
    var response = Response(html: context.nibs.rowForm.string(.object(values)), headers: PageHeaders.html())
    response.status = status
    response.headers.set(.cacheControl, "no-store")
    return response
  }

  /// What stands above the fields after something went wrong.
  private func alert(_ status: Status) -> NibValue {
    let wrong = fields.filter { $0.error != nil }
    guard status == .conflict || problem != nil || !wrong.isEmpty else { return .null }
    var lead = purpose == .insert ? "Not inserted." : "Not saved."
    var words = problem ?? ""
    if status == .conflict, purpose != .insert {
      lead = "Somebody else changed this row meanwhile."
      words =
        "Nothing was saved, and nothing is lost: below is what you wrote, put together with the row as it is now. Look at the marked fields, then save."
    } else if !wrong.isEmpty {
      words += words.isEmpty ? "" : " "
      words += wrong.count == 1 ? "One field needs a correction:" : "\(wrong.count) fields need a correction:"
    }
    return .object([
      "alertLead": .text(lead), "alertText": .text(words),
      "wrongFields": .list(
        wrong.enumerated().map { index, field in
          .object([
            "wrongField": .text(field.column.title ?? field.column.name), "wrongID": .text("field-\(field.position)"),
            "isLast": .boolean(index == wrong.count - 1),
          ])
        }),
    ])
  }

  private var key: RowKey? {
    if case .update(let key, _) = purpose { key } else { nil }
  }

  /// The key as people read it.
  private var keyText: String? { key?.description }

  /// The page of the row, or that of the table for a new one.
  var rowAddress: String { presentation.address(of: key) }

  private var action: String {
    purpose == .insert ? presentation.address + "/-/insert" : rowAddress + "/-/update"
  }
}

extension TablePresentation {
  /// The way to the table's pages.
  func crumbs(in entry: SiteMap.DatabaseEntry) -> [PageFrame.Crumb] {
    entry.crumbs + [.init(title: schema.title, address: address)]
  }
}

extension RowField {
  /// What `row-field.html` shows.
  func values(in entry: SiteMap.DatabaseEntry) -> NibValue {
    let id = "field-\(position)"
    var values: [String: NibValue] = [
      "id": .text(id), "label": .text(column.title ?? column.name), "name": .text(valueName), "text": .text(text),
      "remark": .text(remark), "error": NibValue(error), "hint": NibValue(hint),
      "isRequired": .boolean(!isOptional && control != .line && control != .lines),
      "original": originalText.map { .object(["originalName": .text(originalName), "originalText": .text($0)]) }
        ?? .null,
    ]
    var describedBy: [String] = []
    if error != nil { describedBy.append(id + "-error") }
    if hint != nil { describedBy.append(id + "-hint") }
    values["describedBy"] = describedBy.isEmpty ? .null : .text(describedBy.joined(separator: " "))
    switch control {
    case .line: values["isLine"] = true
    case .lines, .document:
      let lines = text.utf8.reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
      values["isLines"] = true
      values["isCode"] = .boolean(control == .document)
      values["rowCount"] = .integer(Int64(min(max(lines + text.utf8.count / 60, 3), 16)))
    case .number(let isWhole):
      values["isNumber"] = true
      values["inputMode"] = isWhole ? "numeric" : "decimal"
    case .file:
      values["isFile"] = true
      values["isRequired"] = .boolean(!isOptional && was?.isNull != false)
      if isOptional, was?.isNull == false {
        values["removal"] = .object(["nullName": .text(nullName), "isNull": .boolean(isNull)])
      }
    case .yesNo:
      values["isChoice"] = true
      values["options"] = options([Option(value: "0", title: "No"), Option(value: "1", title: "Yes")])
    case .day: values["isDay"] = true
    case .moment:
      values["isMoment"] = true
      values["text"] = .text(MomentText(text)?.controlText ?? text)
    case .reference(let options, let isComplete):
      values[isComplete ? "isChoice" : "isSearch"] = true
      values["options"] = self.options(options, isChoice: isComplete)
    case .fixed:
      values["isFixed"] = true
      if isNull { values["isNull"] = true }
    }
    if takesEmptyText, column.isNullable {
      values["null"] = .object(["nullName": .text(nullName), "isNull": .boolean(isNull)])
    }
    return .object(values)
  }

  /// The choices; one for none where a value may be left out, or none has been chosen yet.
  private func options(_ options: [Option], isChoice: Bool = true) -> NibValue {
    var values = options.map { option -> NibValue in
      .object([
        "value": .text(option.value), "title": .text(option.title), "isSelected": .boolean(option.value == text),
      ])
    }
    if isChoice, isOptional || text.isEmpty {
      values.insert(.object(["value": "", "title": "—", "isSelected": .boolean(text.isEmpty)]), at: 0)
    }
    return .list(values)
  }
}

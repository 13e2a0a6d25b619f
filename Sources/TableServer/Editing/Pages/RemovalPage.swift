import SiteAccess
internal import MicroHTTP
import TableModel
import TableRendering

/// Asks before a row is deleted, with what it holds and who refers to it.
struct RemovalPage {
  let context: SiteContext
  let mounted: MountedTable
  let presentation: TablePresentation
  let visitor: Visitor

  /// - Parameter alert: why it was not deleted, after it was asked for.
  func page(
    _ detail: RecordDetail, _ preferences: ViewPreferences, returnTo: String?,
    alert: (lead: String, text: String)? = nil,
    status: Status = .ok
  ) -> Response {
    let record = detail.record
    let schema = presentation.schema
    let entry = mounted.entry
    let key = record.fullKey.description
    let name = presentation.label(of: record) ?? key
    let address = presentation.address(of: record.fullKey)
    let frame = PageFrame(
      title: "Delete \(name) · \(schema.title) · \(entry.heading)",
      crumbs: presentation.crumbs(in: entry) + [.init(title: key, address: address), .init(title: "Delete")],
      returnTo: address, preferences: preferences, visitor: visitor)
    var values = frame.values(context)
    values["pageStyle"] = .text(context.assets.formStyle)
    values["heading"] = .text("Delete \(name)?")
    values["subheading"] = .text("\(schema.title) \(key)")
    values["alert"] = alert.map { .object(["alertLead": .text($0.lead), "alertText": .text($0.text)]) } ?? .null
    values["hasFields"] = true
    values["fields"] = .list(
      schema.columns.indices.map { position in
        let value = HTML { presentation.fields.write(position, of: record, style: .page, into: &$0) }
        return .object([
          "field": .text(schema.columns[position].title ?? schema.columns[position].name), "value": .html(value),
        ])
      })
    let references = zip(schema.incomingReferences, detail.incomingCounts).filter { $1 != .exact(0) }
    values["hasReferences"] = .boolean(!references.isEmpty)
    values["references"] = .list(
      references.map { reference, count in
        .object([
          "referrer": .text(reference.table), "via": .text(reference.column),
          "referrerCount": .text(CountText.words(count) ?? "rows"),
          "referrerAddress": NibValue(entry.address(of: reference, to: record)),
        ])
      })
    values["action"] = .text(address + "/-/delete")
    var inputs = [("version", RowVersion(record).description)]
    if let returnTo, !returnTo.isEmpty { inputs.append(("_return", returnTo)) }
    values["inputs"] = .list(inputs.map { .object(["inputName": .text($0.0), "inputValue": .text($0.1)]) })
    values["confirm"] = "Delete"
    values["cancel"] = .text(address)
    var response = Response(html: context.nibs.rowRemove.string(.object(values)), headers: PageHeaders.html())
    response.status = status
    response.headers.set(.cacheControl, "no-store")
    return response
  }
}

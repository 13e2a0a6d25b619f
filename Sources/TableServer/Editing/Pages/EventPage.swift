import SiteAccess
internal import MicroHTTP
import TableModel
import TableRendering

/// A page between a form and what it does: the values of `event.html`.
struct EventPage {
  let context: SiteContext
  /// The way to the table, itself included.
  let crumbs: [PageFrame.Crumb]
  let address: String
  /// What takes its forms.
  let action: String
  var heading: String
  var remark: String?
  var errors: [String] = []
  var comparison: NibValue?
  var preview: NibValue?
  var source: String?
  /// A form for what the rows can share a value in, and its fields.
  var shared: (form: Form, fields: EditForm)?
  var forms: [Form] = []
  var ways: [PageFailure.Link] = []

  /// A page of a table built in code.
  init(context: SiteContext, entry: SiteMap.ControllerEntry, heading: String, remark: String? = nil) {
    self.context = context
    crumbs = [.init(title: entry.controller.title, address: entry.address)]
    address = entry.address
    action = entry.address + "/-/event"
    self.heading = heading
    self.remark = remark
  }

  /// A page of a table of a database.
  /// - Parameter action: what takes its forms, below the table's path.
  init(context: SiteContext, mounted: MountedTable, presentation: TablePresentation, action: String, heading: String) {
    self.context = context
    crumbs = presentation.crumbs(in: mounted.entry)
    address = presentation.address
    self.action = presentation.address + action
    self.heading = heading
  }

  /// A form with one button.
  struct Form {
    var fields: [(name: String, value: String)]
    var submit: String
    var isPrimary = false
    var isDestructive = false
    /// A text that can be corrected.
    var text: (name: String, value: String, label: String)?
  }

  func response(for visitor: Visitor, _ preferences: ViewPreferences, status: Status = .ok) -> Response {
    let frame = PageFrame(
      title: "\(heading) · \(context.title)",
      crumbs: crumbs + [.init(title: heading)], returnTo: address, preferences: preferences, visitor: visitor)
    var values = frame.values(context)
    values["pageStyle"] = .text(context.assets.eventStyle)
    values["rowScript"] = source == nil ? .null : .text(context.assets.rowScript)
    values["heading"] = .text(heading)
    values["remark"] = NibValue(remark)
    values["hasErrors"] = .boolean(!errors.isEmpty)
    values["errors"] = .list(errors.map { .object(["error": .text($0)]) })
    values["comparison"] = comparison ?? .null
    values["preview"] = preview ?? .null
    values["source"] = NibValue(source)
    values["shared"] =
      shared.map { .object(value($0.form).merging($0.fields.nibValues) { _, new in new }) } ?? .null
    values["forms"] = .list(forms.map { .object(value($0)) })
    values["ways"] = .list(ways.map { .object(["way": .text($0.title), "wayAddress": .text($0.address)]) })
    var response = Response(html: context.nibs.event.string(.object(values)), headers: PageHeaders.html())
    response.status = status
    response.headers.set(.cacheControl, "no-store")
    return response
  }

  private func value(_ form: Form) -> [String: NibValue] {
    [
      "formAction": .text(action), "submit": .text(form.submit),
      "isPrimary": .boolean(form.isPrimary), "isDestructive": .boolean(form.isDestructive),
      "hidden": .list(
        form.fields.map { .object(["hiddenName": .text($0.name), "hiddenValue": .text($0.value)]) }),
      "long": form.text.map {
        .object(["longName": .text($0.name), "longValue": .text($0.value), "longLabel": .text($0.label)])
      } ?? .null,
    ]
  }

  /// Two versions of a row side by side, or one alone.
  static func comparison(
    _ names: [String], yours: [String]?, now: [String], yourTitle: String = "What you entered"
  ) -> NibValue {
    .object([
      "yourTitle": yours == nil ? .null : .text(yourTitle), "nowTitle": "As it is now",
      "values": .list(
        names.indices.map { position in
          .object([
            "valueName": .text(names[position]), "yours": NibValue(yours?[position]), "now": .text(now[position]),
            "differs": .boolean(yours.map { $0[position] != now[position] } ?? false),
          ])
        }),
    ])
  }
}

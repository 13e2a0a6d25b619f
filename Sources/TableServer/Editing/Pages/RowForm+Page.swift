internal import MicroHTTP
import SitePages
import SiteTables
import TableArguments
import TableModel

extension RowForm {
  /// The form as a page.
  /// - Parameter status: 200 when it is asked for, 400 when something is to be mended, 409 when somebody else was quicker.
  func page(
    _ table: EditedTable, _ preferences: ViewPreferences, flash: Flash? = nil, status: Status = .ok
  ) -> Response {
    var hidden: [(name: String, value: String)] = []
    var buttons: [EditPage.Button]
    var page: EditPage
    switch purpose {
    case .insert:
      page = EditPage(table.place, "New row", remark: schema.title)
      buttons = [
        .init(title: "Insert", style: .primary),
        .init(title: "Insert and add another", sends: ("_again", again.isEmpty ? "1" : again)),
      ]
    case .update(let key, let version):
      page = EditPage(table.place, "Edit \(label ?? key.description)", remark: "\(schema.title) \(key)")
      page.crumbs.append(.init(title: key.description, address: rowAddress))
      page.crumb = "Edit"
      hidden.append(("version", version.description))
      buttons = [.init(title: status == .conflict ? "Save anyway" : "Save", style: .primary)]
    }
    if let returnTo { hidden.append(("_return", returnTo)) }
    page.flash = flash
    page.alert = alert(status)
    page.form = EditPage.Form(action: action, hidden: hidden, fields: fields.map(\.formField), buttons: buttons)
    page.ways = [.cancel(table.place.back(returnTo ?? rowAddress))]
    if purpose != .insert, table.rule.allowsRows {
      page.ways.append(LinkView(title: "Delete…", address: rowAddress + "/-/remove"))
    }
    return page.response(preferences, status: status)
  }

  /// What stands above the fields after something went wrong.
  private func alert(_ status: Status) -> EditPage.Alert? {
    let wrong = fields.filter { $0.error != nil }
    guard status == .conflict || problem != nil || !wrong.isEmpty else { return nil }
    var alert = EditPage.Alert(lead: purpose == .insert ? "Not inserted." : "Not saved.", text: problem ?? "")
    if status == .conflict, purpose != .insert {
      alert.fields = wrong.map(\.formField)
      alert.lead = "This row has changed."
      alert.text =
        "Nothing was saved, and nothing is lost: below is what you wrote, put together with the row as it is now. Look at the marked fields, then save."
    } else {
      alert.name(wrong: wrong.map(\.formField))
    }
    return alert
  }

  /// The page of the row, or that of the table for a new one.
  private var rowAddress: String {
    if case .update(let key, _) = purpose { presentation.address(of: key) } else { presentation.address }
  }

  private var action: String {
    purpose == .insert ? presentation.address.below("/-/insert") : rowAddress + "/-/update"
  }
}

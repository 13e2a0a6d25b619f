internal import MicroHTTP
package import SavedQueries
package import SitePages
import SiteTables
import TableArguments
package import TableModel

/// The form in which a query gets its name, or is changed.
package struct SavedQueryForm {
  let place: SavedQueryPlace
  /// The one that is changed; `nil` for a new one.
  let query: SavedQuery?

  package init(_ place: SavedQueryPlace, changing query: SavedQuery? = nil) {
    (self.place, self.query) = (place, query)
  }

  /// The page, with what is wrong beside the fields.
  package func page(_ fields: SavedQueryFields, errors: FieldErrors? = nil) -> EditPage {
    let entry = place.entry
    var crumbs = [Crumb(title: entry.heading, address: entry.address)]
    let back = query.map(place.address) ?? entry.queryAddress
    crumbs.append(.init(title: query?.content.name ?? "Query", address: back))
    let editing = EditingPlace(
      title: crumbs[1].title, address: back, crumbs: crumbs, in: entry, place.context, by: place.visitor)
    var page = EditPage(editing, query == nil ? "Save query" : "Edit query")
    var shown = FormField.all(SavedQueryFields.all, fields.shown, prefix: "query", errors: errors)
    for index in shown.indices where SavedQueryFields.all[index].name == "sql" {
      shown[index].control = .lines(isCode: true)
    }
    page.form = EditPage.Form(
      action: query.map { place.address(of: $0) + "/-/update" } ?? entry.savedQueriesAddress + "/-/save",
      hidden: fields.version.map { [("version", String($0))] } ?? [], fields: shown, error: errors?.message,
      buttons: [.init(title: "Save", style: .primary)])
    if let errors, !errors.messages.isEmpty {
      let wrong = zip(SavedQueryFields.all, shown).filter { errors.messages[$0.0.name] != nil }.map(\.1)
      page.alert = .init(lead: "Not saved.")
      page.alert?.name(wrong: wrong)
    }
    page.ways = [.cancel(back)]
    return page
  }
}

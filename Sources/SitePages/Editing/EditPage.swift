package import MicroHTTP
package import SiteTables
package import TableArguments
import TableRendering

/// A page on which rows are edited, or asked about before they are.
package struct EditPage {
  let place: EditingPlace
  /// The way to the table, itself included, and to the row.
  package var crumbs: [Crumb]
  var heading: String
  /// What the last step of the way is called; the heading if `nil`.
  package var crumb: String?
  package var remark: String?
  /// What was not done, and why.
  package var alert: Alert?
  /// What is said before a list of links, and the links.
  package var links: (introduction: String?, list: [LinkView]) = (nil, [])
  package var comparison: Comparison?
  package var preview: Preview?
  /// A text to be copied.
  package var source: String?
  package var form: Form?
  /// Where else to go.
  package var ways: [LinkView] = []
  /// What happened to the change that led here.
  package var flash: Flash?

  package init(_ place: EditingPlace, _ heading: String, remark: String? = nil) {
    self.place = place
    crumbs = place.crumbs
    self.heading = heading
    self.remark = remark
  }

  /// What stands above everything else.
  package struct Alert {
    package var lead: String
    package var text = ""
    /// The fields that need a correction.
    package var fields: [FormField] = []
    /// Whether it can't be done at all, so that the page has no button for it.
    package var isObstacle = false

    package init(lead: String, text: String = "", fields: [FormField] = []) {
      self.lead = lead
      self.text = text
      self.fields = fields
    }

    /// Names the fields that need a correction, behind what is said already.
    package mutating func name(wrong: [FormField]) {
      fields = wrong
      guard !wrong.isEmpty else { return }
      text += text.isEmpty ? "" : " "
      text += wrong.count == 1 ? "One field needs a correction:" : "\(wrong.count) fields need a correction:"
    }
  }

  package func response(_ preferences: ViewPreferences, status: Status = .ok) -> Response {
    let context = place.context
    let frame = PageLayout(
      title: ([heading] + crumbs.reversed().map(\.title)).joined(separator: " · "),
      crumbs: crumbs + [.init(title: crumb ?? heading)], returnTo: crumbs.last?.address ?? place.address,
      preferences: preferences, flash: flash, visitor: place.visitor, database: place.database)
    var frameView = frame.view(
      context, pageStyle: context.assets.editStyle, takesFields: form?.fields.isEmpty == false)
    if source != nil { frameView.rowScripts = context.assets.clipboardScripts }
    let view = EditPageView(
      frame: frameView, heading: heading, remark: remark, alert: alert?.view, introduction: links.introduction,
      hasLinks: !links.list.isEmpty, links: links.list, comparison: comparison, preview: preview, source: source,
      form: form?.view, ways: ways)
    var response = Response(html: context.nibs.editPage.string(view), headers: PageHeaders.html())
    response.status = status
    response.headers.set(.cacheControl, "no-store")
    return response
  }
}

extension EditPage.Alert {
  fileprivate var view: EditPageView.Alert {
    .init(
      alertLead: lead, alertText: text,
      wrongFields: fields.enumerated().map { index, field in
        .init(wrongField: field.label, wrongID: field.id, isLast: index == fields.count - 1)
      })
  }
}

extension LinkView {
  /// The way back from a question that is not answered.
  package static func cancel(_ address: String) -> Self { Self(title: "Cancel", address: address) }
}

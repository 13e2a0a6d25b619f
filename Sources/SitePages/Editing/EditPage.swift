package import MicroHTTP
package import SiteTables
package import TableArguments
package import TableRendering

/// A page on which rows are edited, or asked about before they are: the values of `edit-page.html`.
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
  package var links: (introduction: String?, list: [HTTPProblem.Link]) = (nil, [])
  package var comparison: NibValue?
  package var preview: NibValue?
  /// A text to be copied.
  package var source: String?
  package var form: Form?
  /// Where else to go.
  package var ways: [HTTPProblem.Link] = []
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

    package init(lead: String, text: String = "", fields: [FormField] = []) {
      self.lead = lead
      self.text = text
      self.fields = fields
    }
  }

  package func response(_ preferences: ViewPreferences, status: Status = .ok) -> Response {
    let context = place.context
    let frame = PageLayout(
      title: ([heading] + crumbs.reversed().map(\.title)).joined(separator: " · "),
      crumbs: crumbs + [.init(title: crumb ?? heading)], returnTo: crumbs.last?.address ?? place.address,
      preferences: preferences, flash: flash, visitor: place.visitor)
    var values = frame.values(context)
    values["pageStyle"] = .text(context.assets.editStyle)
    values["editScript"] = source == nil ? .null : .text(context.assets.editScript)
    values["heading"] = .text(heading)
    values["remark"] = NibValue(remark)
    values["alert"] = alert.map { $0.nibValue } ?? .null
    values["hasLinks"] = .boolean(!links.list.isEmpty)
    values["introduction"] = NibValue(links.introduction)
    values["links"] = .list(
      links.list.map {
        .object(["link": .text($0.title), "linkAddress": .text($0.address), "linkRemark": NibValue($0.remark)])
      })
    values["comparison"] = comparison ?? .null
    values["preview"] = preview ?? .null
    values["source"] = NibValue(source)
    let ways = NibValue.list(ways.map { .object(["way": .text($0.title), "wayAddress": .text($0.address)]) })
    values["form"] = form.map { .object($0.nibValues.merging(["ways": ways]) { $1 }) } ?? .null
    values["ways"] = ways
    var response = Response(html: context.nibs.editPage.string(.object(values)), headers: PageHeaders.html())
    response.status = status
    response.headers.set(.cacheControl, "no-store")
    return response
  }

  /// Rows with their numbers, and what is wrong with them.
  package static func preview(
    _ title: String, _ columns: [(title: String, kind: String?)], _ rows: [[(value: String, problem: String?)]],
    errors: [Int: String] = [:]
  ) -> NibValue {
    .object([
      "previewTitle": .text(title),
      "columns": .list(columns.map { .object(["column": .text($0.title), "columnKind": NibValue($0.kind)]) }),
      "previewRows": .list(
        rows.enumerated().map { position, row in
          .object([
            "number": .integer(Int64(position + 1)), "rowError": NibValue(errors[position]),
            "values": .list(row.map { .object(["value": .text($0.value), "problem": NibValue($0.problem)]) }),
          ])
        }),
    ])
  }

  /// Two versions of a row side by side, or one alone.
  package static func comparison(
    _ names: [String], yours: [String]? = nil, now: [NibValue], yourTitle: String = "What you entered"
  ) -> NibValue {
    .object([
      "yourTitle": yours == nil ? .null : .text(yourTitle), "nowTitle": "As it is now",
      "values": .list(
        names.indices.map { position in
          .object([
            "valueName": .text(names[position]), "yours": NibValue(yours?[position]), "now": now[position],
            "differs": .boolean(yours.map { .text($0[position]) != now[position] } ?? false),
          ])
        }),
    ])
  }
}

extension EditPage.Alert {
  fileprivate var nibValue: NibValue {
    .object([
      "alertLead": .text(lead), "alertText": .text(text),
      "wrongFields": .list(
        fields.enumerated().map { index, field in
          .object([
            "wrongField": .text(field.label), "wrongID": .text(field.id), "isLast": .boolean(index == fields.count - 1),
          ])
        }),
    ])
  }
}

extension HTTPProblem.Link {
  /// The way back from a question that is not answered.
  package static func cancel(_ address: String) -> Self { Self(title: "Cancel", address: address) }
}

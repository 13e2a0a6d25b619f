package import MicroHTTP
package import SitePages
package import TableModel

/// What is sent to a table built in code as an event.
extension FormBody {
  /// - Throws: `HTTPProblem` 400 or 415 for a body that can't be read, or holds what its event doesn't take.
  package init(event request: Request) throws(HTTPProblem) {
    switch try SentBody(request) {
    case .json(let body):
      let object = try SentBody.object(body)
      let problems = EventMember.problems(object)
      guard problems.isEmpty else {
        throw HTTPProblem(status: 400, messages: problems, heading: "This can't be done")
      }
      self.init(object)
    case .form(let form): self = form
    }
    try FormNames(event: self).check(self)
  }

  /// What is to be done. A button sends one name and its value: that of an action or of a direction stands for the event.
  package var event: String { self["event"] ?? (self["action"] != nil ? "action" : self["move"] != nil ? "move" : "") }

  /// What was entered, by the names of fields.
  package var values: [String: String] {
    var values: [String: String] = [:]
    for (name, value) in fields where name.hasPrefix("values.") {
      // Browsers send the ends of lines as the network has them.
      values[String(name.dropFirst(7))] = value.replacing("\r\n", with: "\n")
    }
    return values
  }

  /// The fields that are ticked, among those that several rows can share a value in.
  package var ticked: Set<String> {
    Set(fields.compactMap { $0.name.hasPrefix("set.") ? String($0.name.dropFirst(4)) : nil })
  }

  /// What rows are to hold: all that is named of one row, or by JSON; of several in a form what is ticked.
  package var sharedValues: [ColumnValue] {
    let ticked = ticked
    let isWhole = isJSON || all("rows.row").isEmpty
    return values.filter { isWhole || ticked.contains($0.key) }.columnValues
  }
}

internal import MicroHTTP
import SitePages
import SiteTables
import TableModel

/// Answers which rows a reference can mean, while their names are still being written.
struct ChoicesResponder: Sendable {
  private struct Answer: Encodable { let choices: [FormField.Option] }

  func answer(_ table: String, in entry: SiteMap.DatabaseEntry, _ request: PageRequest) async throws -> PageAnswer {
    let sent = FormBody(request.arguments)
    guard let column = sent["_column"], let choices = await ReferenceChoices(table, by: column, in: entry) else {
      throw HTTPProblem(status: 400, messages: ["_column must be a column of the table"], heading: "Unknown column")
    }
    return PageAnswer(try Response(encoding: Answer(choices: await choices.matching(sent["q"] ?? ""))))
  }
}

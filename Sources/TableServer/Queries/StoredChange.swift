import SiteAccess
import SiteConfiguration
import SitePages
import SiteTables
import TableModel

/// A statement of the site's owner that changes rows, as one visitor may run it.
struct StoredChange: Sendable {
  let query: StoredQuery
  private let database: (any StatementWritingDatabase)?
  /// Runs what its owner has written to find what is said.
  private let reader: (any StatementDatabase)?
  private let author: ChangeAuthor
  /// Why the visitor can't run it; `nil` for those who can.
  let refusal: String?

  init(_ query: StoredQuery, entry: SiteMap.DatabaseEntry, _ context: SiteContext, by visitor: Visitor) {
    self.query = query
    database = entry.database as? any StatementWritingDatabase
    reader = entry.ownersStatements
    author = visitor.author(in: entry.name)
    if database?.allowsWritingStatements != true {
      refusal = "“\(entry.heading)” can only be read"
    } else if !context.access.allows(.write, visitor, entry.name, query.name) {
      refusal = "Running this query requires write permission"
    } else {
      refusal = nil
    }
  }

  /// The names of its parameters, those that its owner names first.
  /// - Throws: `StatementError` for a statement that can't be run.
  func parameters() async throws -> [String] {
    let found = try await database?.parameters(ofChange: query.statement) ?? []
    return query.parameters + found.filter { !query.parameters.contains($0) }
  }

  /// Runs it with these values.
  /// - Returns: how many rows it has changed, in words: those of its owner, if there are any.
  /// - Throws: `TableError.badRequest` for values that it doesn't have, or lacks; what the database says.
  func run(_ values: [String: String]) async throws -> (message: String, count: Int) {
    guard let database, refusal == nil else { throw RecordChangeError.refused(refusal ?? "This can only be read") }
    let names = try await parameters()
    let unknown = values.keys.filter { !names.contains($0) }.sorted(), missing = names.filter { values[$0] == nil }
    guard unknown.isEmpty else {
      throw TableError.badRequest("Unknown parameters: \(unknown.joined(separator: ", "))")
    }
    guard missing.isEmpty else {
      throw TableError.badRequest("Missing parameters: \(missing.joined(separator: ", "))")
    }
    let count = try await database.change(by: QueryStatement(query.statement, parameters: values), author: author)
    return (await message(count, values), count)
  }

  /// What is said of stored changes: what its owner's statement finds, else its owner's words.
  private func message(_ count: Int, _ values: [String: String]) async -> String {
    let words = query.writing?.successMessage ?? "\(count.counted("row", "rows")) changed."
    guard let statement = query.writing?.successStatement, let reader else { return words }
    do {
      // What is shown once is no place for a long text.
      let found = try await reader.result(
        of: QueryStatement(statement, parameters: values, rowLimit: 1, values: .excerpt(textBytes: 1_000))
      ).page
      let message = found.count > 0 && !found.schema.columns.isEmpty ? found[0][0].description : ""
      return message.isEmpty ? words : message
    } catch {
      // The changes are stored: whoever sent them must not send them again.
      return "\(words) The SQL of the message failed: \(HTTPProblem(error).messages.joined(separator: "; "))"
    }
  }
}

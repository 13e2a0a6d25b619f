package import SiteTables
package import TableModel
package import TableRendering

/// `query.html`: a statement, or the parameters of a stored one, and what it answered.
package struct QueryView: NibView {
  /// What is wrong with the statement.
  package struct Failure: NibView {
    let failureTitle, message: String
    let nearest: String?
    let hasLine: Bool
    let before, marked, after: String?
  }

  package struct Result: NibView {
    package let count: HTML
    package let exports: ExportsView?
    package let hasRows: Bool
    package let rows: HTML
    package let head: GridHeadView
    /// The kinds of charts that suit the result, and the one that was asked for.
    package var charts: [LinkView] = [] { didSet { hasCharts = !charts.isEmpty } }
    private(set) var hasCharts = false
    package var chart: HTML?

    package init(count: HTML, exports: ExportsView?, hasRows: Bool, rows: HTML, head: GridHeadView) {
      self.count = count
      self.exports = exports
      self.hasRows = hasRows
      self.rows = rows
      self.head = head
    }
  }

  /// The form of a stored statement that changes rows.
  package struct Change: NibView {
    let runAction: String

    /// - Parameter runAction: the path that takes the form.
    package init(runAction: String) { self.runAction = runAction }
  }

  /// What a statement can name: a table with its columns.
  package struct SchemaTable: NibView {
    let schemaTable, schemaAddress, quoted: String
    let schemaColumns: [SchemaColumn]

    package init(_ table: TableSummary, address: String) {
      schemaTable = table.name
      schemaAddress = address
      quoted = table.name.asSQLName
      schemaColumns = table.columns.prefix(Self.columnLimit).map { name in
        SchemaColumn(
          schemaColumn: name, quoted: name.asSQLName, isKey: table.primaryKeys.contains(name),
          refersTo: table.foreignKeys.first { $0.columns == [name] }?.referencedTable)
      }
    }

    /// Columns that are listed at most.
    private static let columnLimit = 200
  }

  package struct SchemaColumn: NibView {
    let schemaColumn, quoted: String
    let isKey: Bool
    let refersTo: String?
  }

  /// A query that a visitor has saved.
  package struct Saved: NibView {
    let savedRemark: String
    let editAddress, deleteAction: String?
    let version: String

    /// - Parameter edit: the path of the form that changes it, as `delete` is of what deletes it; `nil` for those who may not.
    package init(remark: String, edit: String?, delete: String?, version: Int) {
      (savedRemark, editAddress, deleteAction, self.version) = (remark, edit, delete, String(version))
    }
  }

  package var frame: FrameView
  package let heading, summary: String
  package let description, writeAddress: String?
  package let isWritten, isShown: Bool
  package let action, statement, lines: String
  package let hasParameters: Bool
  package let parameters: [FieldView]
  /// Where the statement changes rows, for those who may run it; and why others may not.
  package var change: Change?
  package var refusal: String?
  package var saved: Saved?
  /// The form in which a written statement is saved, for those who may, and the number of the saved query that it was.
  package var saveAddress, savedNumber: String?
  package var failure: Failure?
  package var result: Result?
  package var timing: PassingText?
  /// The tables of the database, beside a statement that visitors write.
  package var schemaTables: [SchemaTable] = [] { didSet { hasSchema = !schemaTables.isEmpty } }
  private(set) var hasSchema = false
  /// Where in the statement it went wrong, in UTF-16, as browsers count.
  package var faultStart, faultEnd: String?
  package var previous: String? { didSet { hasPages = hasPages || previous != nil } }
  package var next: String? { didSet { hasPages = hasPages || next != nil } }
  private(set) var hasPages = false

  package init(
    frame: FrameView, heading: String, summary: String, description: String?, writeAddress: String?, isWritten: Bool,
    isShown: Bool, action: String, statement: String, lines: String, hasParameters: Bool, parameters: [FieldView],
    failure: Failure? = nil, result: Result? = nil, timing: PassingText? = nil
  ) {
    self.frame = frame
    self.heading = heading
    self.summary = summary
    self.description = description
    self.writeAddress = writeAddress
    self.isWritten = isWritten
    self.isShown = isShown
    self.action = action
    self.statement = statement
    self.lines = lines
    self.hasParameters = hasParameters
    self.parameters = parameters
    self.failure = failure
    self.result = result
    self.timing = timing
  }
}

extension String {
  /// The name as a statement takes it: between quotes unless it is plain letters that no engine reads as a word of its own.
  fileprivate var asSQLName: String {
    let isPlain = !isEmpty && utf8.allSatisfy { $0 == UInt8(ascii: "_") || (0x61...0x7A).contains($0 | 0x20) }
    return isPlain && !Self.words.contains(lowercased()) && lowercased() == self
      ? self : "\"" + replacing("\"", with: "\"\"") + "\""
  }

  private static let words: Set = [
    "all", "and", "as", "between", "by", "case", "check", "default", "desc", "end", "from", "group", "in", "index",
    "is",
    "join", "key", "like", "limit", "not", "null", "on", "or", "order", "primary", "references", "select", "set",
    "table", "then", "to", "transaction", "union", "unique", "user", "using", "values", "when", "where", "with",
  ]
}

extension QueryFailure {
  /// How it stands on a page.
  package var view: QueryView.Failure {
    QueryView.Failure(
      failureTitle: line.map { "Syntax error in line \($0.number)." }
        ?? "The query could not be run.",
      message: message, nearest: nearest, hasLine: line != nil, before: line?.before, marked: line?.marked,
      after: line?.after)
  }
}

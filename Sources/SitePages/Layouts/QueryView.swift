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

    package init(count: HTML, exports: ExportsView?, hasRows: Bool, rows: HTML, head: GridHeadView) {
      self.count = count
      self.exports = exports
      self.hasRows = hasRows
      self.rows = rows
      self.head = head
    }
  }

  package let frame: FrameView
  package let heading, summary: String
  package let description, writeAddress: String?
  package let isWritten, isShown: Bool
  package let action, statement, lines: String
  package let hasParameters: Bool
  package let parameters: [FieldView]
  package var failure: Failure?
  package var result: Result?
  package var timing: String?

  package init(
    frame: FrameView, heading: String, summary: String, description: String?, writeAddress: String?, isWritten: Bool,
    isShown: Bool, action: String, statement: String, lines: String, hasParameters: Bool, parameters: [FieldView],
    failure: Failure? = nil, result: Result? = nil, timing: String? = nil
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

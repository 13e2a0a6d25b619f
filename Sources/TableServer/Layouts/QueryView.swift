import TableRendering

/// `query.html`: a statement, or the parameters of a stored one, and what it answered.
struct QueryView: NibView {
  /// What is wrong with the statement.
  struct Failure: NibView {
    let failureTitle, message: String
    let nearest: String?
    let hasLine: Bool
    let before, marked, after: String?
  }

  struct Result: NibView {
    let count: HTML
    let exports: ExportsView?
    let hasRows: Bool
    let rows: HTML
    let head: GridHeadView
  }

  let frame: FrameView
  let heading, summary: String
  let description, writeAddress: String?
  let isWritten, isShown: Bool
  let action, statement, lines: String
  let hasParameters: Bool
  let parameters: [FieldView]
  var failure: Failure?
  var result: Result?
  var timing: String?
}

/// Reads the rows of a table in memory as they were when it began, a piece at a time.
actor MemoryCursor: RecordCursor {
  nonisolated let schema: RecordSchema
  private let order: RowOrder
  private let records: @Sendable ([Int]) -> RecordPage
  private var position = 0

  private static let pieceRows = 512

  /// - Parameter records: makes records of the rows at some places.
  init(schema: RecordSchema, order: RowOrder, records: @escaping @Sendable ([Int]) -> RecordPage) {
    self.schema = schema
    self.order = order
    self.records = records
  }

  func next() -> RecordPage? {
    let end = min(position + Self.pieceRows, order.count)
    guard position < end else { return nil }
    defer { position = end }
    return records((position..<end).map { order[$0] })
  }
}

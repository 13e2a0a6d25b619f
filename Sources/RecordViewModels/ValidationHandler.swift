public import TableModel

/// Validates rows of a database before they are stored: those of forms, JSON, pasted tables and actions.
public protocol ValidationHandler<ViewModel>: EventHandler where ViewModel: RecordViewModel {
  /// Validates what a new row, or one that is changed, is to hold; it may change that. It knows who asks, and may look things up.
  /// - Throws: `FieldErrors` with sentences by the names of columns, shown beside their fields. Any other error fails the edit, and is logged.
  func validate(_ row: inout ValidatedRow) async throws
}

extension ValidationHandler {
  /// What a row is to hold.
  public typealias ValidatedRow = ValidationEvent<ViewModel>
}

/// A row of a database that is about to be stored.
public struct ValidationEvent<ViewModel: RecordViewModel>: Sendable {
  /// The row as it is; `nil` if it is new, or holds values that the view model can't have.
  public let old: ViewModel?
  /// Who stores it.
  public let visitor: TableVisitor
  /// The table.
  public let table: EventTable
  /// What is to be stored, by columns. The database makes numbers of texts that a column of numbers is to hold.
  package private(set) var values: [ColumnValue]
  let record: Record?
  let makeModel: @Sendable (Record?, [ColumnValue]) -> ViewModel?

  init(
    _ values: [ColumnValue], of record: Record?, old: ViewModel?, visitor: TableVisitor, table: EventTable,
    makeModel: @escaping @Sendable (Record?, [ColumnValue]) -> ViewModel?
  ) {
    (self.values, self.record, self.old) = (values, record, old)
    (self.visitor, self.table, self.makeModel) = (visitor, table, makeModel)
  }

  /// The row as it is going to be; `nil` where its values don't make a view model. Columns of a new row that nobody fills in are null here, or
  /// blank (0, no text, false) where the property can't be null.
  public var new: ViewModel? { makeModel(record, values) }

  /// What a column is going to hold; `nil` for a column of a new row that nobody fills in. What is set here is stored.
  public subscript(_ column: String) -> RecordValue? {
    get { values.last { $0.isOf(column) }?.value ?? record?[column] }
    set {
      values.removeAll { $0.isOf(column) }
      if let newValue { values.append(ColumnValue(column, newValue)) }
    }
  }
}

extension ColumnValue {
  /// Whether it is for the column with this name.
  func isOf(_ column: String) -> Bool { self.column.lowercased() == column.lowercased() }
}

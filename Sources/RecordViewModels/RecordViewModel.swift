public import TableModel

/// A view model that is made from a row of a database, column by column:
///
/// ```swift
/// struct Product: RecordViewModel {
///   @Column("product_id") var id: RowKey       // a row key is always the row's whole key
///   @Column var name: String                   // the column is called like the property
///   @Column("unit_price") var price: Double?   // may be null
/// }
/// ```
/// Names, types and nulls are compared with the table's schema before the table is served. Of a long text, a page of rows has the beginning.
public protocol RecordViewModel: CellViewModel {
  /// A view model with blank columns; called for each row that is shown.
  init()
}

/// A property that shows a column of a database's row.
@propertyWrapper public struct Column<Value: ColumnReadable>: Sendable {
  /// The value of the row that the view model was made from.
  public var wrappedValue: Value

  /// Shows the column that is called like the property.
  public init() { wrappedValue = Self.value(named: nil) }

  /// Shows the column with this name.
  public init(_ name: String) { wrappedValue = Self.value(named: name) }

  /// Asked for as the property's own type: chained behind an optional, it would be asked for as one that may be null.
  private static func value(named name: String?) -> Value {
    guard let values = CurrentColumnValues.current else { return .blank }
    return values.value(named: name)
  }
}

extension Column: Encodable {
  /// Encodes the bare value.
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

/// Why a view model can't be made from the rows of a table.
public struct RecordMismatch: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence that names the table, the column, and what was found there.
  public let description: String
}

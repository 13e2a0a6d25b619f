/// What one row of a table shows.
///
/// Write a `struct` with the values of the row; everything but `id` has a default.
public protocol CellViewModel: ReusableViewModel {
  /// Which row this is. Unique within a table: a page that holds one id twice is refused with a typed error.
  var id: RowKey { get }
  /// The id as addresses, ids of elements, forms and JSON hold it. Rows of a database write it as their table's schema says.
  var encodedID: String { get }
  /// What stands at the end of the row.
  var accessory: CellAccessory { get }
  /// Where the row leads when it is opened: a path or an address; `nil` for a row that leads nowhere, or to its own page if its accessory
  /// says that it leads on.
  var link: String? { get }
  /// How deep the row is in a tree; 0 is the outermost level.
  var indentationLevel: Int { get }
  /// The height to reserve for this row, in CSS pixels; `nil` leaves it to the cell type.
  var preferredHeight: Int? { get }
  /// Marks the row as chosen when the page is drawn.
  var isSelected: Bool { get }
}

extension CellViewModel {
  /// As every key is written.
  public var encodedID: String { id.encoded }
  /// No accessory.
  public var accessory: CellAccessory { .none }
  /// The row leads nowhere.
  public var link: String? { nil }
  /// The outermost level.
  public var indentationLevel: Int { 0 }
  /// The height of the cell type.
  public var preferredHeight: Int? { nil }
  /// Not chosen.
  public var isSelected: Bool { false }
}

/// What stands at the end of a row, as on a phone's table.
public enum CellAccessory: String, Sendable, Encodable, CaseIterable {
  case none
  /// A chevron: opening the row leads to another page.
  case disclosureIndicator
  /// A button that tells more about the row.
  case detailButton
  /// A tick.
  case checkmark
}

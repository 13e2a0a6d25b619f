/// Writes the values of a row as texts for its fields. Without one, a field shows what the row encodes under the field's name.
public protocol FieldFormatter<ViewModel>: EventHandler where ViewModel: CellViewModel {
  /// The texts by the names of the fields; a field that is left out shows what the row encodes.
  func fieldValues(_ row: FormattedRow) -> [String: String]
}

extension FieldFormatter {
  /// The row whose values are shown.
  public typealias FormattedRow = TableEvent<ViewModel>
}

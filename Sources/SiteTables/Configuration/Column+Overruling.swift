import SiteConfiguration
import TableModel

extension SiteFile.Column {
  /// Puts what the owner says of a column's values in place of what they were found to be.
  func overrule(_ column: inout RecordSchema.Column) {
    // Whoever says one of these knows the column better than any guess about the others.
    guard type != nil || format != nil || unit != nil else { return }
    let isTime = type == .date || type == .timestamp
    if isTime, format == nil, unit == nil, column.type != .timestamp, case .time? = column.format { return }
    // How days are stored says how they are edited; only pages show them as days.
    if case .time? = format, isTime, column.type != .date, column.type != .timestamp {
      column.format = format
      return
    }
    column.type = type ?? column.type
    column.format = format
    column.unit = unit
  }
}

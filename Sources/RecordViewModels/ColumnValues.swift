import TableModel

/// Where the columns of a view model get their values from while its `init()` runs.
///
/// Wrapped properties are initialized in the order in which they are declared, so that the order says which column is asked for: a row costs
/// neither reflection nor a look-up of names.
protocol ColumnValues: AnyObject, Sendable {
  /// The value of the next column.
  func value<Value: ColumnReadable>(named name: String?) -> Value
}

enum CurrentColumnValues {
  /// What the view model that is being made is to show; `nil` for one that somebody makes by hand.
  @TaskLocal static var current: (any ColumnValues)?
}

/// The values of one record.
///
/// Unchecked: it is used by the one thread that runs `init()`, and nowhere else.
final class RecordColumnValues: ColumnValues, @unchecked Sendable {
  private let record: Record
  private let positions: [Int]
  private let blank: Set<Int>
  private var next = 0
  /// Whether each value so far is of the type that its property has.
  private(set) var fit = true

  /// - Parameters:
  ///   - positions: the columns in the order of the properties.
  ///   - blank: columns that have no value yet, so that a null there fits any property.
  init(_ record: Record, _ positions: [Int], blank: Set<Int> = []) {
    self.record = record
    self.positions = positions
    self.blank = blank
  }

  func value<Value: ColumnReadable>(named name: String?) -> Value {
    defer { next += 1 }
    if positions.indices.contains(next) {
      if let value = Value.value(record, column: positions[next]) { return value }
      if blank.contains(positions[next]) { return .blank }
    }
    fit = false
    return .blank
  }
}

/// Collects which columns a view model has, in the order of its properties.
///
/// Unchecked: as above.
final class ColumnCollector: ColumnValues, @unchecked Sendable {
  private(set) var columns: [(name: String?, type: any ColumnReadable.Type)] = []

  func value<Value: ColumnReadable>(named name: String?) -> Value {
    columns.append((name, Value.self))
    return .blank
  }
}

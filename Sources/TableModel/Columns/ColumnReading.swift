/// Where the values of a column are found in rows of one type.
struct ColumnReading<Row: CellViewModel>: Sendable {
  /// Where most are found, so that they needn't be asked for.
  let place: ColumnPlace
  /// The value of a row.
  let value: @Sendable (Row) -> RecordValue

  /// In the row's id.
  static var id: ColumnReading { ColumnReading(place: .id) { $0.id.recordValue } }

  /// Wherever code finds them.
  static func computed<Value: ColumnRepresentable>(_ value: @escaping @Sendable (Row) -> Value) -> ColumnReading {
    ColumnReading(place: .unknown) { value($0).recordValue.comparable }
  }

  /// What a key path leads to: its place in the row where that is stored there, which spares following the path.
  static func path<Value: ColumnRepresentable>(_ path: any KeyPath<Row, Value> & Sendable) -> ColumnReading {
    guard let offset = MemoryLayout<Row>.offset(of: path) else { return computed { $0[keyPath: path] } }
    // The offset is that of a stored property of this type, so that an aligned value of its type is there in every row.
    let stored = computed { row in withUnsafeBytes(of: row) { $0.load(fromByteOffset: offset, as: Value.self) } }
    return StoredType(Value.self).map { ColumnReading(place: .stored($0, offset), value: stored.value) } ?? stored
  }
}

/// Where a column's value is in a row, as far as that is known.
enum ColumnPlace: BitwiseCopyable {
  /// So many bytes behind the start of the row.
  case stored(StoredType, Int)
  case id
  case unknown
}

/// A type that most columns have. Pointers passed here are those of values of this type, and used within the call alone.
enum StoredType: BitwiseCopyable {
  case integer, real, text, boolean, optionalInteger, optionalReal, optionalText, optionalBoolean

  /// `nil` for all other types.
  init?(_ type: Any.Type) {
    switch type {
    case is Int.Type: self = .integer
    case is Double.Type: self = .real
    case is String.Type: self = .text
    case is Bool.Type: self = .boolean
    case is Int?.Type: self = .optionalInteger
    case is Double?.Type: self = .optionalReal
    case is String?.Type: self = .optionalText
    case is Bool?.Type: self = .optionalBoolean
    default: return nil
    }
  }

  /// Appends what is stored somewhere to a page, without making a value of it on the way.
  @inline(__always)
  func append(_ place: UnsafeRawPointer, _ extent: ValueExtent, to page: inout RecordPageBuilder) {
    switch self {
    case .integer: page.append(Int64(place.load(as: Int.self)))
    case .real: Self.append(place.load(as: Double.self), to: &page)
    case .text: lend(place.assumingMemoryBound(to: String.self)) { page.append($0, extent) }
    case .boolean: page.append(Int64(place.load(as: Bool.self) ? 1 : 0))
    case .optionalInteger:
      if let number = place.load(as: Int?.self) { page.append(Int64(number)) } else { page.appendNull() }
    case .optionalReal:
      if let number = place.load(as: Double?.self) { Self.append(number, to: &page) } else { page.appendNull() }
    case .optionalText:
      lend(place.assumingMemoryBound(to: String?.self)) { text in
        if let text { page.append(text, extent) } else { page.appendNull() }
      }
    case .optionalBoolean:
      if let isTrue = place.load(as: Bool?.self) { page.append(Int64(isTrue ? 1 : 0)) } else { page.appendNull() }
    }
  }

  @inline(__always) private static func append(_ number: Double, to page: inout RecordPageBuilder) {
    if number.isNaN { page.appendNull() } else { page.append(number) }
  }
}

internal import TextCoding

/// One database row as a view model: a view into its page. Sixteen bytes, so it fits an existential without a box.
@frozen public struct Record: CellViewModel {
  /// The page that holds the values.
  @usableFromInline package let page: RecordPage
  /// The row's position on the page.
  @usableFromInline package let row: Int

  @inlinable init(page: RecordPage, row: Int) {
    self.page = page
    self.row = row
  }

  /// What the fields are.
  @inlinable public var schema: RecordSchema { page.schema }

  /// The field at a position within the record. O(1).
  @inlinable public func field(_ position: Int) -> RecordField {
    precondition(position >= 0 && position < page.width, "a record has no field at this position")
    defer { extendLifetime(page) }
    return page.fields[row &* page.width &+ position]
  }

  /// A field as a Swift value; copies texts and blobs. Of an excerpt it brings what is there.
  public subscript(_ position: Int) -> RecordValue {
    defer { extendLifetime(page) }
    let field = field(position)
    switch field.kind {
    case .null: return .null
    case .integer: return .integer(field.integer)
    case .real: return .real(field.real)
    case .text, .textExcerpt: return .text(String(decoding: stored(field), as: UTF8.self))
    case .blob, .blobExcerpt: return .blob(Array(stored(field)))
    }
  }

  /// The value of the column with this name; `nil` if there is none.
  public subscript(_ column: String) -> RecordValue? { schema.column(named: column).map { self[$0] } }

  /// What names the row; `nil` where nothing does.
  public var key: RowKey? {
    guard let first = schema.keyFields.first else { return nil }
    let field = field(first)
    if schema.keyFields.count == 1, field.kind == .integer { return RowKey(field.integer) }
    return RowKey(naming: schema.keyFields.map(part), rowID: schema.rowIDField.map { self.field($0).integer })
  }

  /// The key. A row without one is known by its place on the page: beside a null, where others have keys, so that it names none of them.
  public var id: RowKey { key ?? (schema.keyFields.isEmpty ? RowKey(row) : [.null, .integer(Int64(row))]) }

  /// The key as the table's schema writes it. Allocates nothing for an integer, or for 15 letters and digits.
  public var encodedID: String {
    defer { extendLifetime(page) }
    if schema.keyFields.count == 1 {
      let field = field(schema.keyFields[0]), isText = schema.keyForms[0] == .text
      if field.kind == .integer, !isText { return String(field.integer) }
      if field.kind == .text, 1...RowKey.byteLimit ~= Int(field.length) {
        let text = stored(field)
        if isText || RowKey.number(text) == nil { return TildeEncoding.encode(text) }
      }
    }
    return key.map(schema.encoded) ?? id.encoded
  }

  /// What tells the row from the others of its table, also where no address can hold it: a key that is too long for one, or has null in it.
  package var fullKey: RowKey { key ?? RowKey(schema.keyFields.map(part)) }

  /// A field as part of a key, every byte as it is stored; null where it was cut.
  package func part(_ position: Int) -> RowKey.Part {
    defer { extendLifetime(page) }
    let field = field(position)
    switch field.kind {
    case .null, .textExcerpt, .blobExcerpt: return .null
    case .integer: return .integer(field.integer)
    case .real: return .real(field.real)
    case .text: return .text(Array(stored(field)))
    case .blob: return .blob(Array(stored(field)))
    }
  }

  /// Whether some value is here with its beginning alone. O(fields).
  package var isExcerpt: Bool {
    (0..<page.width).contains { position in
      switch field(position).kind {
      case .textExcerpt, .blobExcerpt: true
      case .null, .integer, .real, .text, .blob: false
      }
    }
  }

  /// How deep the row is in a tree.
  public var indentationLevel: Int { page.level(ofRow: row) }

  /// Points into the page, whose life the caller extends beyond its use of the bytes.
  private func stored(_ field: RecordField) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: page.bytes + Int(field.bits), count: field.storedLength)
  }
}

extension Record: Encodable {
  /// An object with a key for each column.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ColumnKey.self)
    for (position, column) in schema.columns.enumerated() {
      try container.encode(self[position], forKey: ColumnKey(column.name))
    }
  }

  private struct ColumnKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

import BoundedWork

/// A page of database rows in one block: a table of fixed-size fields, and the bytes of their texts.
///
/// Unchecked: the block is written by `RecordPageBuilder`, which owns it alone, and only read from here on.
public final class RecordPage: @unchecked Sendable {
  /// What the fields are.
  public let schema: RecordSchema
  /// Rows on the page.
  public let count: Int
  /// How deep each row is in a tree, from 0; empty where the rows make none.
  package let levels: [UInt16]
  /// Fields of a row, kept beside the pointers: asking the schema costs three loads a value.
  @usableFromInline let width: Int
  @usableFromInline let fields: UnsafeMutablePointer<RecordField>
  @usableFromInline let bytes: UnsafeMutablePointer<UInt8>
  /// Bytes of all its texts and blobs.
  package let byteCount: Int
  /// What the page's memory is taken from, and how much.
  private let budget: MemoryBudget?
  private let charged: Int

  init(
    schema: RecordSchema, count: Int, levels: [UInt16], fields: UnsafeMutablePointer<RecordField>,
    bytes: UnsafeMutablePointer<UInt8>, byteCount: Int, budget: MemoryBudget?, charged: Int
  ) {
    self.byteCount = byteCount
    self.budget = budget
    self.charged = charged
    self.schema = schema
    self.count = count
    self.levels = levels
    width = schema.fieldCount
    self.fields = fields
    self.bytes = bytes
  }

  deinit {
    fields.deallocate()
    bytes.deallocate()
    budget?.giveBack(charged)
  }

  /// The fields of a row, for writers of pages, which extend the page's life (`extendLifetime`) beyond their use of the pointer.
  @inlinable package func unsafeFields(ofRow row: Int) -> UnsafePointer<RecordField> {
    UnsafePointer(fields + row &* width)
  }
  /// The bytes that fields of texts and blobs point into, under the same condition.
  @inlinable package var unsafeBytes: UnsafePointer<UInt8> { UnsafePointer(bytes) }

  /// How deep a row is in a tree; 0 where the rows make none.
  package func level(ofRow row: Int) -> Int { levels.indices.contains(row) ? Int(levels[row]) : 0 }

  /// A row as a view model.
  @inlinable public subscript(row: Int) -> Record { Record(page: self, row: row) }
}

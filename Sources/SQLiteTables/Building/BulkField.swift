/// A value of a row that is written in bulk: a number, or where its text stands among the bytes of the row.
package struct BulkField: Sendable, Hashable {
  /// What kind of value it is.
  package enum Kind: UInt8, Sendable {
    case null, integer, real, text
  }

  /// What kind of value it is.
  package var kind = Kind.null
  /// Where its text begins, and how many bytes it has.
  package var start = 0
  /// How many bytes the text has.
  package var count = 0
  /// The number, as it is held in 64 bits.
  package var bits: UInt64 = 0

  /// No value.
  package init() {}

  /// UTF-8 text among the bytes of the row.
  package init(textAt start: Int, count: Int) {
    kind = .text
    self.start = start
    self.count = count
  }

  /// A whole number.
  package init(_ number: Int64) {
    kind = .integer
    bits = UInt64(bitPattern: number)
  }

  /// A number with a fraction.
  package init(_ number: Double) {
    kind = .real
    bits = number.bitPattern
  }
}

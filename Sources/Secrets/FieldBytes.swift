/// A list of texts and bytes as one row of bytes: each with its length in four bytes before it.
package enum FieldBytes {
  /// The bytes of a list.
  package static func bytes(_ fields: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    for field in fields {
      let count = UInt32(truncatingIfNeeded: field.count)
      bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
      bytes += field
    }
    return bytes
  }

  /// The list that bytes are; `nil` for what is none.
  package static func fields(_ bytes: some Collection<UInt8>) -> [[UInt8]]? {
    var fields: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      guard rest.count >= 4 else { return nil }
      let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(4)
      guard rest.count >= count else { return nil }
      fields.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return fields
  }

  /// A field of text.
  package static func text(_ field: [UInt8]) -> String { String(decoding: field, as: UTF8.self) }
}

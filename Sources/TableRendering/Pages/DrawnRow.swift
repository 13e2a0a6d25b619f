/// A row of a grid in its parts, found among the bytes that its cell has drawn.
struct DrawnRow {
  /// Up to and with `<tr`.
  let start: ArraySlice<UInt8>
  let attributes: [Attribute]
  /// From the `>` of the row up to and with that of its first cell.
  let firstCell: ArraySlice<UInt8>
  /// Everything in the row behind that.
  let content: ArraySlice<UInt8>
  /// From `</tr` on.
  let end: ArraySlice<UInt8>

  /// Something that the row's tag says.
  struct Attribute {
    /// In small letters.
    let name: String
    let value: ArraySlice<UInt8>
    /// As it stands there.
    let text: ArraySlice<UInt8>
  }

  /// `nil` for what is not one row with a cell.
  init?(_ bytes: [UInt8]) {
    guard let row = bytes.firstRange(of: Array("<tr".utf8)), let tagEnd = Self.tagEnd(bytes[row.upperBound...]),
      let cell = ["<th", "<td"].compactMap({ bytes[tagEnd...].firstRange(of: Array($0.utf8))?.upperBound }).min(),
      let cellEnd = Self.tagEnd(bytes[cell...]), let rowEnd = bytes.ranges(of: Array("</tr".utf8)).last?.lowerBound,
      rowEnd > cellEnd
    else { return nil }
    start = bytes[..<row.upperBound]
    attributes = Self.attributes(bytes[row.upperBound..<tagEnd])
    firstCell = bytes[tagEnd...cellEnd]
    content = bytes[(cellEnd + 1)..<rowEnd]
    end = bytes[rowEnd...]
  }

  /// Whether the tag says something under a name.
  func has(_ name: String) -> Bool { attributes.contains { $0.name == name } }

  /// The `>` that ends a tag: none that stands in a value.
  private static func tagEnd(_ bytes: ArraySlice<UInt8>) -> Int? {
    var quote: UInt8?
    for at in bytes.indices {
      switch bytes[at] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if quote == nil { quote = bytes[at] } else if quote == bytes[at] { quote = nil }
      case UInt8(ascii: ">") where quote == nil: return at
      default: break
      }
    }
    return nil
  }

  /// Names with their values, in quotes or without (HTML Standard, section "Attributes").
  private static func attributes(_ tag: ArraySlice<UInt8>) -> [Attribute] {
    var found: [Attribute] = []
    var rest = tag.drop { $0 <= 0x20 }
    while !rest.isEmpty {
      let name = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: "=") }
      guard !name.isEmpty else { break }
      var value = rest[name.endIndex...].prefix(0)
      var end = name.endIndex
      if end < rest.endIndex, rest[end] == UInt8(ascii: "=") {
        let written = rest[(end + 1)...]
        if let quote = written.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
          value = written.dropFirst().prefix { $0 != quote }
          end = min(value.endIndex + 1, rest.endIndex)
        } else {
          value = written.prefix { $0 > 0x20 }
          end = value.endIndex
        }
      }
      let text = rest[name.startIndex..<end]
      found.append(Attribute(name: String(decoding: name, as: UTF8.self).lowercased(), value: value, text: text))
      rest = rest[end...].drop { $0 <= 0x20 }
    }
    return found
  }
}

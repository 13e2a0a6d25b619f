import TableRendering

extension HTML {
  /// The text of some markup in one line: blocks and line breaks become spaces. The markup is a rich text's, where no attribute holds a `>`.
  var line: String {
    var text: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "<"):
        let tag = rest.prefix { $0 != UInt8(ascii: ">") }
        rest = rest[tag.endIndex...].dropFirst()
        let name = tag.drop { $0 == UInt8(ascii: "/") }.prefix { $0 != UInt8(ascii: " ") }
        let element = RichTextElement(rawValue: String(decoding: name, as: UTF8.self))
        if element?.isPhrasing != true { text.append(UInt8(ascii: " ")) }
      case UInt8(ascii: "&"):
        guard let (decoded, length) = CharacterReference.decode(rest) else {
          text.append(byte)
          continue
        }
        text += decoded.utf8
        rest = rest.dropFirst(length)
      default: text.append(byte)
      }
    }
    return String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

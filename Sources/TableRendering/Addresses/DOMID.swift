package import TableModel
internal import TextCoding

/// Ids of elements: a prefix, and a value written so that no two values share an id and that it needs no escaping.
package enum DOMID {
  /// The id of a row's element: `row-5`. What a link to the row has behind its `#`.
  package static func row(_ cell: any CellViewModel) -> String { "row-" + cell.encodedID }

  /// The id of a section by its index title.
  package static func section(indexTitle: String) -> String { "section-" + name(indexTitle) }

  /// A title, told from the places of sections that have none: letters, digits and `-` stand for themselves and every other byte is `_XX`,
  /// as is a first character that a number could start with.
  static func name(_ title: String) -> String {
    guard let first = title.utf8.first else { return "_" }
    let startsLikeNumber = (0x30...0x39).contains(first) || first == 0x2D
    var name: [UInt8] = []
    for (position, byte) in title.utf8.enumerated() {
      if TildeEncoding.isPlain(byte) && byte != UInt8(ascii: "_") && !(position == 0 && startsLikeNumber) {
        name.append(byte)
      } else {
        name.append(UInt8(ascii: "_"))
        Hexadecimal.append(byte, to: &name)
      }
    }
    return String(decoding: name, as: UTF8.self)
  }
}

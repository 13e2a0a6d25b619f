public import TableModel
internal import TextCoding

/// Ids of elements: a prefix, and a value written so that no two values share an id.
///
/// Numbers stand as they are. In texts, letters, digits and `-` stand for themselves and every other byte is `_XX`; a first
/// character that a number could start with is written that way, too.
public enum DOMID {
  /// The id of a row's element: `row-5`. What a link to the row has behind its `#`.
  public static func row(_ id: CellID) -> String { "row-" + string(id) }

  /// The id of a section: by its index title, or by its place on the page, counted from 1.
  public static func section(indexTitle: String) -> String { "section-" + string(.text(indexTitle)) }

  private static func string(_ id: CellID) -> String {
    var sink = ByteSink(capacity: 128)
    sink.domID(id)
    return sink.string
  }
}

extension ByteSink {
  /// The part of an element's id that tells one value from another. Needs no escaping; not empty.
  public mutating func domID(_ id: CellID) {
    switch id {
    case .number(let number): self.number(number)
    case .text(var text): text.withUTF8 { domID(text: $0) }
    }
  }

  /// The same for bytes; the pointer is used within the call alone. A byte takes three at most, for which room is made once.
  @inline(__always) mutating func domID(text bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.first else { return append(byte: UInt8(ascii: "_")) }
    let startsLikeNumber = (0x30...0x39).contains(first) || first == 0x2D
    reserve(bytes.count &* 3)
    for (position, byte) in bytes.enumerated() {
      let isPlain = TildeEncoding.isPlain(byte) && byte != UInt8(ascii: "_") && !(position == 0 && startsLikeNumber)
      if isPlain {
        base[count] = byte
        count &+= 1
        continue
      }
      let (high, low) = (byte >> 4, byte & 15)
      base[count] = UInt8(ascii: "_")
      base[count &+ 1] = high < 10 ? 0x30 | high : 0x37 + high
      base[count &+ 2] = low < 10 ? 0x30 | low : 0x37 + low
      count &+= 3
    }
  }
}

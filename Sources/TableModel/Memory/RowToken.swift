internal import TextCoding

/// What a page token of a table in memory says: a row by its id, and where it stood when the token was made.
///
/// The place finds the row at once where nothing has changed, and stands in for a row that has been removed since.
/// A check word ties the token to its table, so that one from elsewhere is refused and doesn't lead to a random row.
/// It isn't a signature: whoever forges one reaches a page that they could reach anyway.
struct RowToken: Equatable {
  /// Which row a token is about.
  enum Row: Equatable {
    case id(RowKey)
    /// A row whose id is too long for a token, by a hash of it.
    case longID(hash: UInt64)
    /// The end of the table.
    case end
  }

  /// The row's place among all cells of the table when the token was made.
  var place: Int
  var row: Row
  private static let idByteLimit = 128
  private static let bar = UInt8(ascii: "_")

  init(place: Int, id: RowKey?) {
    self.place = place
    row = id.map(Self.row) ?? .end
  }

  /// Whether a row is that of the token.
  func isAbout(_ id: RowKey) -> Bool { if case .id(let own) = row { own == id } else { row == Self.row(id) } }

  private static func row(_ id: RowKey) -> Row {
    if id.integer != nil { return .id(id) }
    let text = id.encoded
    return text.utf8.count > idByteLimit ? .longID(hash: hash(text)) : .id(id)
  }

  /// Reads a token that `text(for:)` wrote for the same table; `nil` for anything else, `007`, `+7` and upper-case digits too.
  init?(_ token: PageToken, table: String) {
    guard token.text.utf8.count <= 4096 else { return nil }
    let text = Array(token.text.utf8)
    guard let first = text.firstIndex(of: Self.bar), let last = text.lastIndex(of: Self.bar), first + 1 < last,
      let place = RowKey.number(text[..<first]).flatMap({ Int(exactly: $0) }), place >= 0
    else { return nil }
    var sealed = Array(text[..<last])
    Self.seal(&sealed, table)
    guard sealed == text else { return nil }
    self.place = place
    let name = text[(first + 2)..<last]
    switch text[first + 1] {
    case UInt8(ascii: "n"):
      guard let number = RowKey.number(name) else { return nil }
      row = .id(RowKey(number))
    case UInt8(ascii: "k"):
      guard let id = Hexadecimal.bytes(name).flatMap({ RowKey(encoded: String(decoding: $0, as: UTF8.self)) }),
        Hexadecimal.text(id.encoded.utf8).utf8.elementsEqual(name)
      else { return nil }
      row = .id(id)
    case UInt8(ascii: "h"):
      guard let hash = UInt64(String(decoding: name, as: UTF8.self), radix: 16),
        String(hash, radix: 16).utf8.elementsEqual(name)
      else { return nil }
      row = .longID(hash: hash)
    case UInt8(ascii: "e") where name.isEmpty: row = .end
    default: return nil
    }
  }

  /// The token as a URL holds it.
  func text(for table: String) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(64)
    text += String(place).utf8
    text.append(Self.bar)
    switch row {
    case .id(let id):
      text.append(UInt8(ascii: id.integer == nil ? "k" : "n"))
      text += (id.integer.map { String($0) } ?? Hexadecimal.text(id.encoded.utf8)).utf8
    case .longID(let hash):
      text.append(UInt8(ascii: "h"))
      text += String(hash, radix: 16).utf8
    case .end: text.append(UInt8(ascii: "e"))
    }
    Self.seal(&text, table)
    return String(decoding: text, as: UTF8.self)
  }

  /// Adds the check word: FNV-1a over the table's title and what is there, in lower-case digits without leading zeros.
  private static func seal(_ text: inout [UInt8], _ table: String) {
    var hash: UInt32 = 0x811C_9DC5
    for byte in table.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    hash = (hash ^ 0xFF) &* 0x0100_0193
    for byte in text { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    text.append(bar)
    for digit in (0...max(0, 31 - hash.leadingZeroBitCount) / 4).reversed() {
      text.append(Hexadecimal.digit(UInt8(hash >> UInt32(digit * 4) & 15)) | 0x20)
    }
  }

  /// FNV-1a in 64 bits.
  private static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

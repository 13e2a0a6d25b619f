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

  /// Reads a token that `text(for:)` wrote for the same table; `nil` for anything else.
  init?(_ token: PageToken, table: String) {
    guard token.text.utf8.count <= 4096 else { return nil }
    let parts = token.text.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 3, let place = Int(parts[0]), place >= 0 else { return nil }
    let tail = parts[1].dropFirst()
    switch parts[1].first {
    case "n":
      guard let number = Int64(tail) else { return nil }
      row = .id(RowKey(number))
    case "k":
      guard let bytes = Hexadecimal.bytes(tail.utf8), let id = RowKey(encoded: String(decoding: bytes, as: UTF8.self))
      else { return nil }
      row = .id(id)
    case "h":
      guard let hash = UInt64(tail, radix: 16) else { return nil }
      row = .longID(hash: hash)
    case "e": row = .end
    default: return nil
    }
    self.place = place
    // Comparing with the canonical spelling checks the check word and refuses `007`, `+7` and upper-case digits with it.
    guard text(for: table) == token.text else { return nil }
  }

  /// The token as a URL holds it.
  func text(for table: String) -> String {
    let name =
      switch row {
      case .id(let id): id.integer.map { "n\($0)" } ?? "k" + Hexadecimal.text(id.encoded.utf8)
      case .longID(let hash): "h" + String(hash, radix: 16)
      case .end: "e"
      }
    let text = "\(place)_\(name)"
    return text + "_" + String(Self.check(text, table), radix: 16)
  }

  /// FNV-1a over the table's title and the rest of the token.
  private static func check(_ text: String, _ table: String) -> UInt32 {
    var hash: UInt32 = 0x811C_9DC5
    for byte in table.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    hash = (hash ^ 0xFF) &* 0x0100_0193
    for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return hash
  }

  /// FNV-1a in 64 bits.
  private static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

/// What a page token of a table in memory says: a row by its id, and where it stood when the token was made.
///
/// The place finds the row at once where nothing has changed, and stands in for a row that has been removed since.
/// A check word ties the token to its table, so that one from elsewhere is refused and doesn't lead to a random row.
/// It isn't a signature: whoever forges one reaches a page that they could reach anyway.
struct RowToken: Equatable {
  /// Which row a token is about.
  enum Row: Equatable {
    case id(CellID)
    /// A row whose id is too long for a token, by a hash of its text.
    case longID(hash: UInt64)
    /// The end of the table.
    case end
  }

  /// The row's place among all cells of the table when the token was made.
  var place: Int
  var row: Row
  private static let idByteLimit = 128

  init(place: Int, id: CellID?) {
    self.place = place
    row = id.map(Self.row) ?? .end
  }

  /// Whether a row is that of the token.
  func isAbout(_ id: CellID) -> Bool { row == Self.row(id) }

  private static func row(_ id: CellID) -> Row {
    guard case .text(let text) = id, text.utf8.count > idByteLimit else { return .id(id) }
    return .longID(hash: hash(text))
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
      row = .id(.number(number))
    case "t":
      guard let text = Self.text(fromHex: tail) else { return nil }
      row = .id(.text(text))
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
      case .id(.number(let number)): "n\(number)"
      case .id(.text(let text)): "t" + Self.hex(text)
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

  private static func hex(_ text: String) -> String {
    text.utf8.reduce(into: "") { hex, byte in
      if byte < 16 { hex += "0" }
      hex += String(byte, radix: 16)
    }
  }

  private static func text(fromHex hex: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = hex.utf8[...]
    while !rest.isEmpty {
      guard let byte = UInt8(Substring(rest.prefix(2)), radix: 16), rest.count >= 2 else { return nil }
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

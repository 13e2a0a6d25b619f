internal import TextCoding

/// The one form of a key outside of the program: parts in tilde encoding, joined by commas.
///
/// Plain numbers and texts look as Datasette writes them. What could be taken for another value has a mark in front, a tilde and a letter
/// that is no hexadecimal digit: `~n` is null, `~x6162` a blob, `~r1~2E5` a real, `~t42` a text, `~i42` an integer, and `~o17` alone the
/// row with that row ID.
extension RowKey {
  /// How the values of a column are written without a mark.
  package enum Form: Sendable, Hashable {
    /// The column holds texts: `42` is one.
    case text
    /// The column may hold anything: `42` is the number.
    case any
  }

  /// The letters of the marks.
  package enum Mark {
    package static let null = UInt8(ascii: "n")
    package static let blob = UInt8(ascii: "x")
    package static let real = UInt8(ascii: "r")
    package static let text = UInt8(ascii: "t")
    package static let integer = UInt8(ascii: "i")
    package static let rowID = UInt8(ascii: "o")
  }

  private static let tilde = UInt8(ascii: "~")

  /// The key as text: letters, digits, `_`, `-`, `+`, `~` and commas alone, so that it needs no escaping in HTML and JSON. Two keys are never
  /// written alike. O(bytes of its parts).
  public var encoded: String { encoded([]) }

  /// The key that `encoded` writes so. Texts may also stand there as they are, and digits in lower case.
  /// - Returns: `nil` for what is no key.
  package init?(encoded text: String) { self.init(encoded: text, []) }

  /// Writes the key. O(bytes of its parts).
  /// - Parameter forms: that of each part's column; `any` for those behind the last.
  package func encoded(_ forms: [Form]) -> String {
    if let integer, forms.first != .text { return String(integer) }
    if let rowID { return "~o\(rowID)" }
    var encoded: [UInt8] = []
    for (position, part) in parts.enumerated() {
      if position > 0 { encoded.append(UInt8(ascii: ",")) }
      part.append(to: &encoded, forms.indices.contains(position) ? forms[position] : .any)
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Reads a key.
  /// - Returns: `nil` for what is no key; the number of parts may be any.
  init?(encoded text: String, _ forms: [Form]) {
    // What nearly every key is, told without taking it apart.
    if forms.first != .text, let number = Self.number(text.utf8) {
      self.init(number)
      return
    }
    if text.utf8.starts(with: [Self.tilde, Mark.rowID]) {
      guard let number = Self.number(text.utf8.dropFirst(2)) else { return nil }
      self = .rowID(number)
      return
    }
    var parts: [Part] = []
    for part in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      let form = forms.indices.contains(parts.count) ? forms[parts.count] : .any
      guard let part = Part(encoded: part, form) else { return nil }
      parts.append(part)
    }
    self.init(parts)
  }

  /// The integer that bytes are the digits of, as it is written here: `7`, not `007` or `+7`, which are texts.
  package static func number(_ bytes: some Collection<UInt8>) -> Int64? {
    let digits = bytes.dropFirst(bytes.first == UInt8(ascii: "-") ? 1 : 0)
    guard bytes.count <= 20, let first = digits.first, first &- 0x30 < 10, first != 0x30 || bytes.count == 1 else {
      return nil
    }
    return Int64(String(decoding: bytes, as: UTF8.self))
  }
}

extension RowKey: Encodable {
  /// Encodes an integer as the number, every other key as `encoded` writes it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let integer { try container.encode(integer) } else { try container.encode(encoded) }
  }
}

extension RowKey.Part {
  fileprivate func append(to encoded: inout [UInt8], _ form: RowKey.Form) {
    func mark(_ letter: UInt8) { encoded += [UInt8(ascii: "~"), letter] }
    switch self {
    case .null: mark(RowKey.Mark.null)
    case .integer(let number):
      if form == .text { mark(RowKey.Mark.integer) }
      encoded += String(number).utf8
    case .real(let number):
      mark(RowKey.Mark.real)
      TildeEncoding.append(number.description.utf8, to: &encoded)
    case .text(let bytes):
      if bytes.isEmpty || (form == .any && RowKey.number(bytes) != nil) { mark(RowKey.Mark.text) }
      TildeEncoding.append(bytes, to: &encoded)
    case .blob(let bytes):
      mark(RowKey.Mark.blob)
      for byte in bytes { Hexadecimal.append(byte, to: &encoded) }
    }
  }

  fileprivate init?(encoded: some Collection<UInt8>, _ form: RowKey.Form) {
    guard encoded.starts(with: [UInt8(ascii: "~")]), let letter = encoded.dropFirst().first,
      Hexadecimal.value(letter) == nil
    else {
      if form == .any, let number = RowKey.number(encoded) {
        self = .integer(number)
      } else {
        guard let bytes = try? TildeEncoding.bytes(encoded) else { return nil }
        self = .text(bytes)
      }
      return
    }
    let rest = encoded.dropFirst(2)
    switch letter {
    case RowKey.Mark.null where rest.isEmpty: self = .null
    case RowKey.Mark.blob:
      guard let bytes = Hexadecimal.bytes(rest) else { return nil }
      self = .blob(bytes)
    case RowKey.Mark.real:
      // The forms that `Double.description` has, infinity among them: no hexadecimal digits, no NaN, which no database stores.
      guard let bytes = try? TildeEncoding.bytes(rest), !bytes.contains(where: { "xXpP".utf8.contains($0) }),
        let number = Double(String(decoding: bytes, as: UTF8.self)), !number.isNaN
      else { return nil }
      self = .real(number)
    case RowKey.Mark.text:
      guard let bytes = try? TildeEncoding.bytes(rest) else { return nil }
      self = .text(bytes)
    case RowKey.Mark.integer:
      guard let number = RowKey.number(rest) else { return nil }
      self = .integer(number)
    default: return nil
    }
  }
}

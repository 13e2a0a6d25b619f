internal import PostgreSQLTables

/// The digits of a number, without an exponent.
struct DecimalDigits {
  var isNegative = false
  /// Without zeros at its beginning.
  var whole: [UInt8] = []
  /// Without zeros at its end.
  var fraction: [UInt8] = []

  init(_ number: Int64) {
    isNegative = number < 0
    whole = number == 0 ? [] : String(number.magnitude).utf8.map { $0 - 48 }
  }

  /// The digits of a text such as `-1.50`, with its zeros at the end; `nil` for what PostgreSQL would write in another way.
  init?(spelling bytes: RawSpan) {
    guard (1...1000).contains(bytes.byteCount) else { return nil }
    var hasPoint = false, isFirst = true
    for place in 0..<bytes.byteCount {
      let byte = bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt8.self)
      defer { isFirst = false }
      switch byte {
      case UInt8(ascii: "-") where isFirst: isNegative = true
      case UInt8(ascii: ".") where !hasPoint && !whole.isEmpty: hasPoint = true
      case 48...57: if hasPoint { fraction.append(byte - 48) } else { whole.append(byte - 48) }
      default: return nil
      }
    }
    guard !whole.isEmpty, hasPoint == !fraction.isEmpty, whole.count == 1 || whole[0] != 0 else { return nil }
    // Zero has no sign there.
    if isNegative, whole == [0], fraction.allSatisfy({ $0 == 0 }) { return nil }
    if whole == [0] { whole = [] }
  }

  /// The fewest digits that are read as this number again; `number` is finite.
  init(_ number: Double) {
    isNegative = number < 0
    var digits: [UInt8] = [], point: Int?, exponent = 0
    var text = Substring(number.magnitude.description)
    if let place = text.firstIndex(where: { $0 == "e" }) {
      exponent = Int(text[text.index(after: place)...]) ?? 0
      text = text[..<place]
    }
    for byte in text.utf8 {
      if byte == UInt8(ascii: ".") { point = digits.count } else { digits.append(byte - 48) }
    }
    let place = (point ?? digits.count) + exponent
    if place <= 0 {
      fraction = Array(repeating: 0, count: -place) + digits
    } else if place >= digits.count {
      whole = digits + Array(repeating: 0, count: place - digits.count)
    } else {
      whole = Array(digits[..<place])
      fraction = Array(digits[place...])
    }
    whole = Array(whole.drop { $0 == 0 })
    while fraction.last == 0 { fraction.removeLast() }
  }

  /// As PostgreSQL writes it without zeros at its end.
  var text: [UInt8] {
    var text: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
    text += whole.isEmpty ? [48] : whole.map { $0 + 48 }
    if !fraction.isEmpty { text += [UInt8(ascii: ".")] + fraction.map { $0 + 48 } }
    return text
  }

  /// Appends the number as a field of type numeric: groups of four digits, counted from the point
  /// (`numeric_recv` in PostgreSQL's src/backend/utils/adt/numeric.c).
  func appendNumeric(to buffer: CopyBuffer) {
    let front = (4 - whole.count % 4) % 4, back = (4 - fraction.count % 4) % 4
    let digits = [UInt8](repeating: 0, count: front) + whole + fraction + [UInt8](repeating: 0, count: back)
    var groups = stride(from: 0, to: digits.count, by: 4).map { start in
      digits[start..<start + 4].reduce(Int16(0)) { $0 * 10 + Int16($1) }
    }
    var weight = (front + whole.count) / 4 - 1
    while groups.first == 0 {
      groups.removeFirst()
      weight -= 1
    }
    while groups.last == 0 { groups.removeLast() }
    if groups.isEmpty { weight = 0 }
    buffer.append(length: 8 + groups.count * 2)
    buffer.append(Int16(groups.count))
    buffer.append(Int16(truncatingIfNeeded: weight))
    buffer.append(Int16(isNegative && !groups.isEmpty ? 0x4000 : 0))
    buffer.append(Int16(fraction.count))
    for group in groups { buffer.append(group) }
  }
}

internal import TextCoding

/// Dates, times, UUIDs and numbers in texts of a file, where they are written just as PostgreSQL writes them: read there again, they are the same text.
enum TemporalText {
  /// Days, from 1 January 2000 as PostgreSQL counts them.
  static func day(_ bytes: RawSpan) -> Int32? {
    guard bytes.byteCount == 10 else { return nil }
    return day(at: 0, bytes)
  }

  private static func digits(_ range: Range<Int>, _ bytes: RawSpan) -> Int? {
    var number = 0
    for place in range {
      let digit = Int(bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt8.self)) - 48
      guard (0...9).contains(digit) else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  private static func isMark(_ mark: Unicode.Scalar, at place: Int, _ bytes: RawSpan) -> Bool {
    bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt8.self) == UInt8(ascii: mark)
  }

  private static func day(at start: Int, _ bytes: RawSpan) -> Int32? {
    guard let year = digits(start..<start + 4, bytes), year > 0, isMark("-", at: start + 4, bytes),
      let month = digits(start + 5..<start + 7, bytes), (1...12).contains(month), isMark("-", at: start + 7, bytes),
      let day = digits(start + 8..<start + 10, bytes), day >= 1, day <= length(of: month, in: year)
    else { return nil }
    // Days before this year's March, in the calendar whose years begin there.
    let shifted = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    let days = shifted.0 * 365 + shifted.0 / 4 - shifted.0 / 100 + shifted.0 / 400 + (shifted.1 * 153 + 2) / 5 + day
    return Int32(days - 730_426)
  }

  private static func length(of month: Int, in year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Microseconds, from 1 January 2000.
  static func moment(_ bytes: RawSpan, isZoned: Bool) -> Int64? {
    var end = bytes.byteCount
    if isZoned {
      guard end > 3, isMark("+", at: end - 3, bytes), digits(end - 2..<end, bytes) == 0 else { return nil }
      end -= 3
    }
    guard end == 19 || (21...26).contains(end), let day = day(at: 0, bytes), isMark(" ", at: 10, bytes),
      let hour = digits(11..<13, bytes), hour < 24, isMark(":", at: 13, bytes),
      let minute = digits(14..<16, bytes), minute < 60, isMark(":", at: 16, bytes),
      let second = digits(17..<19, bytes), second < 60
    else { return nil }
    var fraction = 0
    if end > 19 {
      // A last zero would not be written.
      guard isMark(".", at: 19, bytes), let digits = digits(20..<end, bytes), digits % 10 != 0 else { return nil }
      fraction = digits
      for _ in (end - 20)..<6 { fraction *= 10 }
    }
    let seconds = Int64(day) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
    return seconds * 1_000_000 + Int64(fraction)
  }

  /// The bytes of a UUID in small letters.
  static func uuid(_ bytes: RawSpan) -> (Int64, Int64)? {
    guard bytes.byteCount == 36 else { return nil }
    var halves: (UInt64, UInt64) = (0, 0), count = 0
    for place in 0..<36 {
      let byte = bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt8.self)
      if [8, 13, 18, 23].contains(place) {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      let digit: UInt64
      switch byte {
      case 48...57: digit = UInt64(byte - 48)
      case 97...102: digit = UInt64(byte - 87)
      default: return nil
      }
      if count < 16 { halves.0 = halves.0 << 4 | digit } else { halves.1 = halves.1 << 4 | digit }
      count += 1
    }
    return (Int64(bitPattern: halves.0), Int64(bitPattern: halves.1))
  }

  /// Whether a text is written as PostgreSQL writes values of a form.
  static func isCanonical(_ bytes: RawSpan, _ form: ValueForm) -> Bool {
    switch form {
    case .date: day(bytes) != nil
    case .timestamp: moment(bytes, isZoned: false) != nil
    case .zonedTimestamp: moment(bytes, isZoned: true) != nil
    case .uuid: uuid(bytes) != nil
    case .spelledDecimal: DecimalDigits(spelling: bytes) != nil
    default: true
    }
  }
}

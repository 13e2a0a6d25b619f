/// A form in which columns store days and times, other than ISO 8601.
package enum StoredTime: UInt8, Sendable, Hashable, CaseIterable, BitwiseCopyable {
  /// ISO 8601 after all, of which the day alone says something: every time of day is midnight.
  case midnight
  /// `20251014`, as a number or a text.
  case compactDay
  /// Seconds since the beginning of 1970, in UTC.
  case seconds
  /// Milliseconds since the beginning of 1970, in UTC.
  case milliseconds
  /// Seconds since the beginning of 1970 that are all at midnight.
  case secondsOfDays
  /// Milliseconds since the beginning of 1970 that are all at midnight.
  case millisecondsOfDays
  /// `14.10.2025`, `14/10/2025`, with or without a time behind it.
  case dayFirst
  /// `10/14/2025`, with or without a time behind it.
  case monthFirst
  /// `2025/10/14`, with or without a time behind it.
  case yearFirst

  /// The moment that a number stands for; `nil` where it stands for none.
  package func moment(_ number: Int64) -> CivilMoment? {
    switch self {
    case .compactDay:
      guard (10_000_101...99_991_231).contains(number) else { return nil }
      let number = Int(number)
      return CivilMoment(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    case .seconds: return CivilMoment(seconds: number)
    case .milliseconds: return CivilMoment(seconds: Self.floor(number, by: 1_000))
    case .secondsOfDays: return CivilMoment(seconds: number)?.dayAlone
    case .millisecondsOfDays: return CivilMoment(seconds: Self.floor(number, by: 1_000))?.dayAlone
    case .midnight, .dayFirst, .monthFirst, .yearFirst: return nil
    }
  }

  /// The moment that a text stands for; `nil` where it stands for none. ISO 8601 is read elsewhere.
  package func moment(_ text: Span<UInt8>) -> CivilMoment? {
    var reader = DigitReader()
    switch self {
    case .compactDay:
      guard text.count == 8, let number = reader.number(8...8, text) else { return nil }
      return moment(Int64(number))
    case .dayFirst, .monthFirst:
      guard let first = reader.number(1...2, text), let mark = reader.mark("./-", text),
        let second = reader.number(1...2, text),
        reader.take(mark, text), let year = reader.number(4...4, text)
      else { return nil }
      let (day, month) = self == .dayFirst ? (first, second) : (second, first)
      return reader.moment(year, month, day, text)
    case .yearFirst:
      guard let year = reader.number(4...4, text), let mark = reader.mark("./", text),
        let month = reader.number(1...2, text),
        reader.take(mark, text), let day = reader.number(1...2, text)
      else { return nil }
      return reader.moment(year, month, day, text)
    case .midnight, .seconds, .milliseconds, .secondsOfDays, .millisecondsOfDays: return nil
    }
  }

  private static func floor(_ number: Int64, by divisor: Int64) -> Int64 {
    number / divisor - (number % divisor < 0 ? 1 : 0)
  }
}

/// Takes digits and marks from the front of a text.
private struct DigitReader {
  private var at = 0

  private func next(_ text: Span<UInt8>) -> UInt8? { at < text.count ? text[at] : nil }

  /// A number of so many digits.
  mutating func number(_ digits: ClosedRange<Int>, _ text: Span<UInt8>) -> Int? {
    var (value, count) = (0, 0)
    while let byte = next(text), byte &- 0x30 < 10, count < digits.upperBound {
      value = value * 10 + Int(byte &- 0x30)
      count += 1
      at += 1
    }
    return digits.contains(count) ? value : nil
  }

  /// One of some marks.
  mutating func mark(_ marks: StaticString, _ text: Span<UInt8>) -> UInt8? {
    guard let byte = next(text), marks.withUTF8Buffer({ $0.contains(byte) }) else { return nil }
    at += 1
    return byte
  }

  mutating func take(_ mark: UInt8, _ text: Span<UInt8>) -> Bool {
    guard next(text) == mark else { return false }
    at += 1
    return true
  }

  /// The moment whose day was read, with what stands behind it: nothing, or `6:30`, `06:30:00`, `6:30 PM`.
  mutating func moment(_ year: Int, _ month: Int, _ day: Int, _ text: Span<UInt8>) -> CivilMoment? {
    guard at < text.count else { return CivilMoment(year: year, month: month, day: day) }
    guard mark(" T,", text) != nil else { return nil }
    while take(0x20, text) {}
    guard var hour = number(1...2, text), take(0x3A, text), let minute = number(2...2, text), minute < 60 else {
      return nil
    }
    var second = 0
    if take(0x3A, text) {
      guard let read = number(2...2, text), read < 60 else { return nil }
      second = read
    }
    while take(0x20, text) {}
    if at < text.count {
      guard let half = mark("AaPp", text), mark("Mm", text) != nil, at == text.count, (1...12).contains(hour) else {
        return nil
      }
      hour = hour % 12 + (half | 0x20 == 0x70 ? 12 : 0)
    }
    guard hour < 24 else { return nil }
    return CivilMoment(year: year, month: month, day: day, second: hour * 3_600 + minute * 60 + second)
  }
}

/// A text that is a day, or a day and a time of day, in the forms that HTML's `datetime` takes (HTML, section 2.3.5).
struct TimeShape {
  /// Where the time of day ends, with its fraction of a second; 10, the end of the day, where there is none.
  private(set) var clockEnd = 10
  /// Where the digits end that `datetime` may hold: a fraction has three at most.
  private(set) var validEnd = 10
  /// Whether a `Z` ends it.
  private(set) var isUTC = false

  /// Looks at every byte; `nil` for what has another shape or isn't in the calendar.
  /// The pointer is used within the call alone.
  @inline(__always) init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard text.count >= 10, text.count <= 40, let bytes = text.baseAddress else { return nil }
    guard Self.isDay(bytes) else { return nil }
    guard text.count > 10 else { return }
    guard text.count >= 16, bytes[10] == 0x54 || bytes[10] == 0x20 else { return nil }
    guard Self.number(bytes, 11) < 24, bytes[13] == 0x3A, Self.number(bytes, 14) < 60 else { return nil }
    var at = 16
    if text.count >= 19, bytes[16] == 0x3A {
      guard Self.number(bytes, 17) < 60 else { return nil }
      at = 19
      if at < text.count, bytes[at] == 0x2E {
        at += 1
        while at < text.count, bytes[at] &- 0x30 < 10 { at += 1 }
        guard at > 20 else { return nil }
      }
    }
    clockEnd = at
    validEnd = min(at, 23)
    isUTC = at == text.count - 1 && bytes[at] == 0x5A
    guard at == text.count || isUTC || Self.isOffset(text, at) else { return nil }
  }

  /// Whether the time of day is midnight.
  func isMidnight(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    clockEnd > 10 && text.part(11..<clockEnd).allSatisfy { $0 == 0x30 || $0 == 0x3A || $0 == 0x2E }
  }

  /// Two digits as a number; 100 and more for anything else.
  @inline(__always) private static func number(_ bytes: UnsafePointer<UInt8>, _ at: Int) -> Int {
    let tens = bytes[at] &- 0x30
    let ones = bytes[at + 1] &- 0x30
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : 100
  }

  @inline(__always) private static func isDay(_ bytes: UnsafePointer<UInt8>) -> Bool {
    guard bytes[4] == 0x2D, bytes[7] == 0x2D else { return false }
    let century = number(bytes, 0)
    let year = number(bytes, 2)
    let month = number(bytes, 5)
    let day = number(bytes, 8)
    guard century < 100, year < 100, century + year > 0, month >= 1, month <= 12, day >= 1 else { return false }
    guard day > 28 else { return true }
    switch month {
    case 2: return day == 29 && (year % 4 == 0 && (year != 0 || century % 4 == 0))
    case 4, 6, 9, 11: return day <= 30
    default: return day <= 31
    }
  }

  /// `+02:00` or `+0200`.
  private static func isOffset(_ text: UnsafeBufferPointer<UInt8>, _ at: Int) -> Bool {
    guard let bytes = text.baseAddress, bytes[at] == 0x2B || bytes[at] == 0x2D else { return false }
    switch text.count - at {
    case 5: return number(bytes, at + 1) < 24 && number(bytes, at + 3) < 60
    case 6: return number(bytes, at + 1) < 24 && bytes[at + 3] == 0x3A && number(bytes, at + 4) < 60
    default: return false
    }
  }
}

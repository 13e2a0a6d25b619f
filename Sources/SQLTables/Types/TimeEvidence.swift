internal import TableModel
internal import TextCoding

/// What a sample of texts tells of the days and times in their column.
struct TimeEvidence: Sendable {
  private var days = 0, moments = 0, midnights = 0
  private var written: [StoredTime: Int] = [:]
  /// Days without a time, or with one at midnight, whatever their form.
  private var dotted = 0
  private var distinct: Set<[UInt8]> = []

  private static let forms: [StoredTime] = [.dayFirst, .monthFirst, .yearFirst, .compactDay]

  mutating func add(_ text: Span<UInt8>, _ form: TextForm) {
    switch form {
    case .day: days += 1
    case .time:
      moments += 1
      if Self.isMidnight(text) { midnights += 1 }
    case .plain:
      guard (8...25).contains(text.count), (0x30...0x39).contains(text[0]) else { return }
      for form in Self.forms where form.moment(text) != nil { written[form, default: 0] += 1 }
      if (0..<3).contains(where: { text[$0] == UInt8(ascii: ".") }) { dotted += 1 }
      if distinct.count < 5 { distinct.insert(text.indices.map { text[$0] }) }
    default: break
    }
  }

  /// How the texts are shown, if all of them are days or times.
  /// - Parameters:
  ///   - texts: how many texts there were.
  ///   - isNamed: whether the column's name or declared type says that it holds some.
  func meaning(of texts: Int, isNamed: Bool) -> ColumnMeaning? {
    if days == texts { return ColumnMeaning(.date) }
    if days + moments == texts {
      return ColumnMeaning(.timestamp, days + midnights == texts ? .time(.midnight) : nil)
    }
    return storedTime(of: texts, isNamed: isNamed).map { ColumnMeaning(.text, .time($0)) }
  }

  private func storedTime(of texts: Int, isNamed: Bool) -> StoredTime? {
    func areAll(_ form: StoredTime) -> Bool { written[form] == texts }
    if areAll(.yearFirst) { return .yearFirst }
    if areAll(.compactDay), isNamed || distinct.count >= 5 { return .compactDay }
    // `04/05/2025` may be either; with dots between them, the day comes first everywhere.
    if areAll(.dayFirst), !areAll(.monthFirst) || dotted == texts { return .dayFirst }
    if areAll(.monthFirst), !areAll(.dayFirst) { return .monthFirst }
    return nil
  }

  /// `2025-10-14 00:00`, with seconds, parts of them and a zone or without.
  private static func isMidnight(_ text: Span<UInt8>) -> Bool {
    for place in 11..<text.count {
      switch text[place] {
      case UInt8(ascii: "0"), UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: " "): continue
      case UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"): return true
      default: return false
      }
    }
    return true
  }
}

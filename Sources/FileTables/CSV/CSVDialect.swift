internal import SQLiteTables

/// How a file of separated values is written: what separates them, and what the columns are called.
struct CSVDialect: Sendable, Equatable {
  var delimiter = UInt8(ascii: ",")
  var hasHeader = true
  /// Bytes of the line `sep=;` with which spreadsheets say the delimiter.
  var leadingByteCount = 0
  var columns: [String] = []

  private static let sampleRecords = 200

  /// Finds out how a file is written whose beginning is given.
  /// - Parameter isWhole: whether the file ends there.
  init(_ sample: ArraySlice<UInt8>, isWhole: Bool, preferred: UInt8? = nil) {
    let bytes = Array(sample)
    if bytes.count > 5, bytes.starts(with: Array("sep=".utf8)), LineEnd.begins(with: bytes[5]) {
      leadingByteCount = LineEnd.end(bytes.span, 5, bytes.count, isLast: true) ?? bytes.count
    }
    if leadingByteCount > 0, Self.isDelimiter(bytes[4]) {
      delimiter = bytes[4]
    } else {
      delimiter = found(bytes, isWhole: isWhole, preferred: preferred)
    }
    let records = records(bytes, delimiter, isWhole: isWhole)
    guard let first = records.first else {
      hasHeader = false
      columns = UniqueNames.columns([""])
      return
    }
    hasHeader = Self.isHeader(first, above: Array(records.dropFirst()))
    // Records may be wider than the header; most of them say how many columns there are.
    let words = hasHeader ? first.map { $0 ?? "" } : []
    let width = max(hasHeader ? words.count : Self.usualWidth(records), 1)
    columns = UniqueNames.columns(
      Array((words + Array(repeating: "", count: max(width - words.count, 0))).prefix(FileLimits.columnCount)))
  }

  /// Whether a byte can separate values: one that is a whole character, and has no meaning of its own in them.
  private static func isDelimiter(_ byte: UInt8) -> Bool { byte < 0x80 && !"\"\r\n".utf8.contains(byte) }

  /// The first records of a sample; those that it cuts are left out.
  private func records(_ bytes: [UInt8], _ delimiter: UInt8, isWhole: Bool) -> [[String?]] {
    var scanner = CSVScanner(delimiter: delimiter)
    var bytes = bytes
    var position = leadingByteCount
    var records: [[String?]] = []
    while position < bytes.count, records.count < Self.sampleRecords {
      var outcome = scanner.scan(bytes.span, from: position, to: bytes.count, isLast: isWhole)
      if outcome == .unclosed {
        outcome = scanner.scan(bytes.span, from: position, to: bytes.count, isLast: isWhole, quotes: false)
      }
      guard case .ended(let next) = outcome else { break }
      scanner.finish(&bytes)
      if scanner.fields != [BulkField()] {
        records.append(
          scanner.fields.map { field in
            field.kind == .null ? nil : TextEncoding.text(of: bytes[field.start..<field.start + field.count])
          })
      }
      position = next
    }
    return records
  }

  /// The delimiter by which most records have the same number of fields, more than one.
  private func found(_ bytes: [UInt8], isWhole: Bool, preferred: UInt8?) -> UInt8 {
    let usual = Array(",;\t|".utf8)
    let candidates = (preferred.map { [$0] } ?? []) + usual.filter { $0 != preferred }
    var best = (delimiter: candidates[0], share: 0.0, width: 1)
    for candidate in candidates {
      let widths = records(bytes, candidate, isWhole: isWhole).map(\.count)
      guard !widths.isEmpty else { continue }
      let usual = Dictionary(grouping: widths) { $0 }.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }
      guard let usual, usual.key > 1 else { continue }
      let share = Double(usual.value.count) / Double(widths.count)
      if share > best.share + 0.1
        || (share > best.share - 0.1 && usual.key > best.width && candidate != preferred && best.delimiter != preferred)
      {
        best = (candidate, share, usual.key)
      }
    }
    return best.delimiter
  }

  private static func usualWidth(_ records: [[String?]]) -> Int {
    Dictionary(grouping: records.map(\.count)) { $0 }.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }?.key
      ?? 1
  }

  /// Whether a first record names the columns below it. It does not where it has numbers as they have; years may be names.
  static func isHeader(_ first: [String?], above records: [[String?]]) -> Bool {
    var (isNumberAboveNumbers, isTextAboveNumbers) = (false, false)
    for (position, word) in first.enumerated() {
      let below = records.compactMap { position < $0.count ? $0[position] : nil }
      let numbers = below.count { Double($0) != nil }
      guard let word, !word.isEmpty else { continue }
      if let number = Double(word) {
        let isYear = (1800...2200).contains(number) && word.count == 4
        if !isYear || below.allSatisfy({ $0.count == 4 && Double($0) != nil }) { isNumberAboveNumbers = true }
      } else if numbers > 0, numbers * 10 >= below.count * 9 {
        isTextAboveNumbers = true
      }
    }
    return isTextAboveNumbers || !isNumberAboveNumbers
  }
}

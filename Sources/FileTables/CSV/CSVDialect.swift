internal import SQLiteTables

/// How a file of separated values is written: what separates them, and what the columns are called.
struct CSVDialect: Sendable, Equatable {
  var delimiter = UInt8(ascii: ",")
  var hasHeader = true
  /// Bytes before the header, or the first record: the line `sep=;` with which spreadsheets say the delimiter, and titles.
  var leadingByteCount = 0
  /// Where lines stand that say what the file is about, above its header.
  private(set) var titles: [Range<Int>] = []
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
    var found = records(bytes, delimiter, isWhole: isWhole)
    let titleCount = Self.titleCount(found.map(\.fields))
    if titleCount > 0 {
      titles = found[..<titleCount].filter { $0.fields.contains { $0?.isEmpty == false } }.map(\.range)
      leadingByteCount = found[titleCount].range.lowerBound
      found.removeFirst(titleCount)
    }
    let records = found.map(\.fields)
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
  private func records(
    _ bytes: [UInt8], _ delimiter: UInt8, isWhole: Bool
  ) -> [(fields: [String?], range: Range<Int>)] {
    var scanner = CSVScanner(delimiter: delimiter)
    var bytes = bytes
    var position = leadingByteCount
    var records: [(fields: [String?], range: Range<Int>)] = []
    while position < bytes.count, records.count < Self.sampleRecords {
      var outcome = scanner.scan(bytes.span, from: position, to: bytes.count, isLast: isWhole)
      if outcome == .unclosed {
        outcome = scanner.scan(bytes.span, from: position, to: bytes.count, isLast: isWhole, quotes: false)
      }
      guard case .ended(let next) = outcome else { break }
      scanner.finish(&bytes)
      if scanner.fields != [BulkField()] {
        let fields = scanner.fields.map { field in
          field.kind == .null ? nil : TextEncoding.text(of: bytes[field.start..<field.start + field.count])
        }
        records.append((fields, position..<next))
      }
      position = next
    }
    return records
  }

  /// The delimiter by which most records have the same number of fields, more than one, and the first has it too: a comma within every number
  /// separates nothing in the header.
  private func found(_ bytes: [UInt8], isWhole: Bool, preferred: UInt8?) -> UInt8 {
    let usual = Array(",;\t|".utf8)
    let candidates = (preferred.map { [$0] } ?? []) + usual.filter { $0 != preferred }
    var best = (delimiter: candidates[0], share: 0.0, width: 1, isInFirst: false)
    for candidate in candidates {
      let widths = records(bytes, candidate, isWhole: isWhole).map(\.fields.count)
      guard !widths.isEmpty else { continue }
      let usual = Dictionary(grouping: widths) { $0 }.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }
      guard let usual, usual.key > 1 else { continue }
      let share = Double(usual.value.count) / Double(widths.count)
      let isInFirst = widths[0] == usual.key
      let isWider = usual.key > best.width && candidate != preferred && best.delimiter != preferred
      if share > best.share + 0.1
        || (share > best.share - 0.1 && (isInFirst == best.isInFirst ? isWider : isInFirst))
      {
        best = (candidate, share, usual.key, isInFirst)
      }
    }
    return best.delimiter
  }

  /// How many records at the beginning are no records: titles and comments of one value each, or that begin with `#`, above a header with a name
  /// for each column of what follows. Where there is any doubt they are data.
  private static func titleCount(_ records: [[String?]]) -> Int {
    let width = usualWidth(records)
    guard width > 1, let header = records.prefix(titleLimit + 1).firstIndex(where: { !isTitle($0, above: width) }),
      header > 0
    else { return 0 }
    let below = Array(records[(header + 1)...])
    let names = records[header].compactMap { $0 }.count { !$0.isEmpty }
    guard records[header].count == width, names == width, below.count(where: { $0.count == width }) > 1,
      isHeader(records[header], above: below)
    else { return 0 }
    return header
  }

  /// Whether a record says something by itself, above records of so many values.
  private static func isTitle(_ record: [String?], above width: Int) -> Bool {
    let words = record.compactMap { $0 }.filter { !$0.isEmpty }
    if record.count != width, record.first??.hasPrefix("#") == true { return true }
    return words.isEmpty || words.count == 1 && record.first??.isEmpty == false && Double(words[0]) == nil
  }

  private static let titleLimit = 20

  private static func usualWidth(_ records: [[String?]]) -> Int {
    Dictionary(grouping: records.map(\.count)) { $0 }.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }?.key
      ?? 1
  }

  /// Whether a first record names the columns below it. It does not where it has numbers as they have; years may be names, surely where each
  /// is the one after that before it, and they aren't below.
  static func isHeader(_ first: [String?], above records: [[String?]]) -> Bool {
    if isRowOfYears(first), !records.contains(where: isRowOfYears) { return true }
    var (isNumberAboveNumbers, isTextAboveNumbers) = (false, false)
    for (position, word) in first.enumerated() {
      let below = records.compactMap { position < $0.count ? $0[position] : nil }
      let numbers = below.count { number($0) != nil }
      guard let word, !word.isEmpty else { continue }
      if let number = number(word) {
        let isYear = (1800...2200).contains(number) && word.count == 4
        if !isYear || below.allSatisfy({ $0.count == 4 && Self.number($0) != nil }) { isNumberAboveNumbers = true }
      } else if numbers > 0, numbers * 10 >= below.count * 9 {
        isTextAboveNumbers = true
      }
    }
    return isTextAboveNumbers || !isNumberAboveNumbers
  }

  /// The number that digits stand for; words such as `nan` and `inf` are names, and so are digits to another base.
  private static func number(_ word: String) -> Double? {
    word.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE ".utf8.contains($0) } ? Double(word) : nil
  }

  /// Whether the numbers of a record, two at least, are years in a row behind words.
  private static func isRowOfYears(_ record: [String?]) -> Bool {
    guard let word = record.first ?? nil, !word.isEmpty, Int(word) == nil else { return false }
    let years = record.compactMap { $0.flatMap(Int.init) }
    guard years.count > 1, years.allSatisfy((1800...2200).contains) else { return false }
    return zip(years, years.dropFirst()).allSatisfy { $1 == $0 + 1 }
  }
}

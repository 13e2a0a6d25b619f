extension FacetResult {
  /// Counts values: the most frequent first, those of one frequency in their own order. Nulls are not among them.
  init(counting values: some Sequence<RecordValue>, _ kind: Facet.Kind, size: Int) {
    var counted: [RecordValue] = []
    for value in values {
      switch kind {
      case .column: if value != .null { counted.append(value) }
      case .date: if let day = value.day { counted.append(.text(day)) }
      case .array: counted += value.arrayElements.distinct
      }
    }
    let runs = counted.runs.sorted { $0.count > $1.count }
    self.init(
      values: runs.prefix(max(size, 1)).map { FacetValue($0.value, count: $0.count) }, distinctCount: runs.count,
      isTruncated: runs.count > size)
  }
}

/// What some of the values of a column say of its use as a facet, as `SQLTables` judges columns of databases.
struct FacetJudgement {
  /// How many rows are looked at.
  static let rowLimit = 1_000
  /// A column with more values than this among the rows is no use as a facet.
  private static let valueLimit = 30

  /// What is worth counting.
  let kinds: [Facet.Kind]

  init(_ all: [RecordValue]) {
    let values = all.filter { $0 != .null }
    guard !values.isEmpty else {
      kinds = []
      return
    }
    if values.allSatisfy(\.isArray) {
      kinds = [.array]
      return
    }
    let distinct = values.distinct.count
    kinds =
      (distinct > 1 && distinct <= Self.valueLimit && distinct < values.count ? [.column] : [])
      + (values.allSatisfy { $0.day != nil } ? [.date] : [])
  }
}

extension [RecordValue] {
  /// The values in their order, each once, with its frequency. Numbers that are equal are one value, whatever their type.
  fileprivate var runs: [(value: RecordValue, count: Int)] {
    var runs: [(value: RecordValue, count: Int)] = []
    for value in sorted(by: { $0.compare($1) < 0 }) {
      if let last = runs.last, last.value.compare(value) == 0 {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((value, 1))
      }
    }
    return runs
  }

  fileprivate var distinct: [RecordValue] { runs.map(\.value) }
}

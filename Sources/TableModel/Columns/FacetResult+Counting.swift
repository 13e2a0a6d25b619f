extension FacetResult {
  /// Counts values: the most frequent first, those of one frequency in their own order. Nulls are not among them.
  init(
    counting values: some Sequence<RecordValue>, _ kind: Facet.Kind, size: Int, _ steps: inout WorkSteps
  ) throws {
    var counted: [RecordValue] = []
    for value in values {
      try steps.take(kind == .array ? 1 + value.weight : 1)
      switch kind {
      case .column: if value != .null { counted.append(value) }
      case .date: if let day = value.day { counted.append(.text(day)) }
      case .array: counted += try value.arrayElements.runs(&steps).map(\.value)
      }
    }
    let runs = try counted.runs(&steps).sorted { $0.count > $1.count }
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

  init(_ all: [RecordValue], _ steps: inout WorkSteps) throws {
    let values = all.filter { $0 != .null }
    try steps.take(values.reduce(0) { $0 + 1 + $1.weight })
    guard !values.isEmpty else {
      kinds = []
      return
    }
    if values.allSatisfy(\.isArray) {
      kinds = [.array]
      return
    }
    var distinct: [RecordValue] = []
    for value in values where distinct.count <= Self.valueLimit {
      try steps.take(distinct.count)
      if !distinct.contains(where: { $0.compare(value) == 0 }) { distinct.append(value) }
    }
    kinds =
      (distinct.count > 1 && distinct.count <= Self.valueLimit && distinct.count < values.count ? [.column] : [])
      + (values.allSatisfy { $0.day != nil } ? [.date] : [])
  }
}

extension [RecordValue] {
  /// The values in their order, each once, with its frequency. Numbers that are equal are one value, whatever their type.
  fileprivate func runs(_ steps: inout WorkSteps) throws -> [(value: RecordValue, count: Int)] {
    let ordered = try sorted {
      try steps.take()
      return $0.compare($1) < 0
    }
    var runs: [(value: RecordValue, count: Int)] = []
    for value in ordered {
      if let last = runs.last, last.value.compare(value) == 0 {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((value, 1))
      }
    }
    return runs
  }
}

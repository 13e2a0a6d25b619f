internal import Glibc
package import TableModel

/// Puts rows in groups as they are read.
struct GroupCollector: Sendable {
  /// Groups are kept in memory until all rows are read.
  static let groupLimit = 100_000

  private struct Figures: Sendable {
    var value: RecordValue
    var label: String?
    var count = 0
    var sums: [NumberSum]
    var least, greatest: [RecordValue]
  }

  /// What tells groups apart: equal numbers are one, texts are compared byte by byte.
  private struct Identity: Hashable {
    let value: RecordValue

    init(_ value: RecordValue) {
      if case .real(let number) = value, let whole = Int64(exactly: number) {
        self.value = .integer(whole)
      } else {
        self.value = value
      }
    }

    static func == (one: Identity, other: Identity) -> Bool { one.value.compare(other.value) == 0 }
  }

  private let query: GroupQuery
  private let schema: RecordSchema
  private let width: Double?
  private let figureColumns: [Int]
  /// Whether each of these has numbers.
  private let numeric: [Bool]
  private var groups: [Identity: Figures] = [:]

  init(_ query: GroupQuery, _ schema: RecordSchema, width: Double?) {
    self.query = query
    self.schema = schema
    self.width = width
    figureColumns = Array(Set(query.figures.map(\.column))).sorted()
    numeric = figureColumns.map(schema.hasNumbers)
  }

  /// - Throws: `TableError.badRequest` for more groups than can be kept.
  mutating func add(_ record: Record) throws {
    let value = key(record[query.key.column])
    let identity = Identity(value)
    if groups[identity] == nil {
      guard groups.count < Self.groupLimit else {
        throw TableError.badRequest("There are more than 100,000 groups; filter the rows first")
      }
      var label: String?
      if query.key.part == .value, let field = schema.columns[query.key.column].reference?.labelField,
        record[field] != .null
      {
        label = record[field].description
      }
      groups[identity] = Figures(
        value: value, label: label, sums: figureColumns.map { _ in NumberSum() },
        least: figureColumns.map { _ in .null }, greatest: figureColumns.map { _ in .null })
    }
    guard let index = groups.index(forKey: identity) else { return }
    groups.values[index].count += 1
    for (place, column) in figureColumns.enumerated() {
      let value = record[column]
      guard value != .null else { continue }
      if numeric[place] { groups.values[index].sums[place].add(value) }
      if isFirst(value, than: groups.values[index].least[place], order: -1) {
        groups.values[index].least[place] = value
      }
      if isFirst(value, than: groups.values[index].greatest[place], order: 1) {
        groups.values[index].greatest[place] = value
      }
    }
  }

  /// Whether a value is less (-1) or greater (1) than the one that was least or greatest so far.
  private func isFirst(_ value: RecordValue, than known: RecordValue, order: Int) -> Bool {
    known == .null || value.compare(known) * order > 0
  }

  private func key(_ value: RecordValue) -> RecordValue {
    if let length = query.key.part.length { return value.beginning(length) }
    guard let width else { return value }
    let number: Double
    switch value {
    case .integer(let whole): number = Double(whole)
    case .real(let real): number = real
    case .null, .text, .blob: return .null
    }
    return .rangeStart(floor(number / width), width: width)
  }

  // MARK: Result

  func result(version: DataVersion?) -> GroupResult {
    var all = groups.values.map { figures in
      (figures, Group(figures.value, label: figures.label, count: figures.count, figures: values(figures)))
    }
    all.sort { precedes($0.1, $1.1) }
    return GroupResult(
      groups: all.dropFirst(query.offset).prefix(query.limit).map(\.1), total: total(all.map(\.0)),
      groupCount: all.count, width: width, version: version)
  }

  private func values(_ figures: Figures) -> [RecordValue] {
    query.figures.map { figure in
      let place = figureColumns.firstIndex(of: figure.column) ?? 0
      return switch figure.kind {
      case .sum: figures.sums[place].sum
      case .average: figures.sums[place].average
      case .minimum: figures.least[place]
      case .maximum: figures.greatest[place]
      }
    }
  }

  private func total(_ all: [Figures]) -> Group {
    let figures = query.figures.map { figure -> RecordValue in
      let place = figureColumns.firstIndex(of: figure.column) ?? 0
      var sum = NumberSum()
      for group in all { sum.add(group.sums[place].sum) }
      let values = all.flatMap { [$0.least[place], $0.greatest[place]] }.filter { $0 != .null }
      return switch figure.kind {
      case .sum: sum.sum
      case .average: sum.sum.divided(by: all.reduce(0) { $0 + $1.sums[place].count })
      case .minimum: values.min { $0.compare($1) < 0 } ?? .null
      case .maximum: values.max { $0.compare($1) < 0 } ?? .null
      }
    }
    return Group(.null, count: all.reduce(0) { $0 + $1.count }, figures: figures)
  }

  private func precedes(_ one: Group, _ other: Group) -> Bool {
    let order =
      switch query.order.term {
      case .key: one.value.compare(other.value)
      case .count: one.count - other.count
      case .figure(let place): one.figures[place].compare(other.figures[place])
      }
    if order != 0 { return (order < 0) != query.order.isDescending }
    return one.value.compare(other.value) < 0
  }
}

extension RecordValue {
  /// The number that a range begins with, without a fraction where it has none.
  package static func rangeStart(_ step: Double, width: Double) -> RecordValue {
    let start = (step * width).roundedToFifteenDigits
    return Int64(exactly: start).map { .integer($0) } ?? .real(start)
  }
}

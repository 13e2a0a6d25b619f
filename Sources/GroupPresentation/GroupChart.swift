package import Charts
import SiteTables
import TableArguments
package import TableGroups
package import TableModel
import TextCoding

/// Groups as a chart: of the figure that they are sorted by, else of the first, else of their numbers of rows.
package struct GroupChart {
  private let query: GroupQuery
  private let schema: RecordSchema

  /// - Parameter schema: that of the rows.
  package init(query: GroupQuery, schema: RecordSchema) { (self.query, self.schema) = (query, schema) }

  /// Which charts suit the groups, and what makes groups that another one suits.
  package static func keys(for key: GroupKey, _ schema: RecordSchema) -> [(kind: Chart.Kind, key: GroupKey)] {
    var keys: [(kind: Chart.Kind, key: GroupKey)] = [(.bars, key)]
    if key.part.length != nil {
      keys.append((.line, key))
    } else if schema.hasDays(key.column) {
      keys.append((.line, GroupKey(column: key.column, part: .month)))
    }
    if schema.hasNumbers(key.column) {
      let ranges = if case .range = key.part { key } else { GroupKey(column: key.column, part: .range(width: nil)) }
      keys.append((.histogram, ranges))
    }
    return keys
  }

  /// Which figure is drawn; `nil` for the number of rows.
  private var figure: Int? {
    if case .figure(let place) = query.order.term { return place }
    return query.figures.isEmpty || query.order.term == .count && query.order != GroupOrder(.count, isDescending: true)
      ? nil : 0
  }

  /// What is drawn: "Sum of Total by BillingCountry".
  private var title: String {
    let key = schema.columns[query.key.column]
    let number = figure.map { place in
      let figure = query.figures[place]
      return "\(figure.kind.title) of \(schema.columns[figure.column].heading)"
    }
    return "\(number ?? "Rows") by \(key.heading)"
  }

  /// `nil` where that kind shows nothing of the groups.
  package func chart(_ kind: Chart.Kind, _ result: GroupResult, _ records: GroupRecords) -> Chart? {
    var points = result.groups.compactMap { group -> Chart.Point? in
      guard let (value, text) = number(group), let place = place(group.value, kind) else { return nil }
      let words = records.words(group)
      let label = words == .null ? "null" : schema.columns[query.key.column].text(of: words)
      return Chart.Point(label.isEmpty ? "\"\"" : label, at: place, value: value, text: text)
    }
    // The longest bars come first, whatever the table is sorted by, where the groups have no order of their own.
    if kind == .bars, query.key.part == .value, query.order.term == .count {
      points.sort { $0.value > $1.value }
    }
    return Chart(kind, title: title, points: points, width: result.width ?? 1)
  }

  private func number(_ group: Group) -> (value: Double, text: String)? {
    guard let figure else { return (Double(group.count), group.count.withThousandsMarks) }
    switch group.figures[figure] {
    case .integer(let number): return (Double(number), Int(number).withThousandsMarks)
    case .real(let number):
      let digits = query.figures[figure].kind == .average ? 2 : schema.columns[query.figures[figure].column].shownDigits
      return (number, NumberText.words(number, fractionDigits: digits))
    case .null, .text, .blob: return nil
    }
  }

  /// Where a group is along the axis; `nil` for one that has no place there.
  private func place(_ value: RecordValue, _ kind: Chart.Kind) -> Double? {
    if kind == .bars { return 0 }
    switch value {
    case .integer(let number): return Double(number)
    case .real(let number): return number
    case .text(let text): return Self.years(text)
    case .null, .blob: return nil
    }
  }

  /// The years of a time that begins with a year, a month or a day.
  static func years(_ text: String) -> Double? {
    let parts = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard let first = parts.first, let year = first, parts.count <= 3, text.count >= 4 else { return nil }
    guard let month = parts.count > 1 ? parts[1] : 1, let day = parts.count > 2 ? parts[2] : 1,
      (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    return Double(year) + Double(month - 1) / 12 + Double(day - 1) / 372
  }
}

extension RecordSchema.Column {
  /// The digits that its numbers always show behind the point.
  fileprivate var shownDigits: Int? {
    if case .number(let digits?) = type { digits } else { spelling?.shownDecimals }
  }
}

package import Charts
import SiteTables
import TableGroups
package import TableModel

/// The rows that a statement answered as a chart: of its first column of numbers, by its first other column.
package struct ResultChart {
  private let page: RecordPage
  private let label: Int?
  private let number: Int

  /// `nil` where there are no numbers.
  package init?(_ page: RecordPage) {
    let columns = page.schema.columns
    let numbers = columns.indices.filter { if case .number = columns[$0].type { true } else { false } }
    let label = columns.indices.first { !numbers.contains($0) } ?? columns.indices.first
    guard page.count > 0, let number = numbers.first(where: { $0 != label }) ?? numbers.first else { return nil }
    self.page = page
    self.label = label
    self.number = number
  }

  /// The kinds that suit the rows. None is drawn for that: few charts are, of those that could be.
  package var kinds: [Chart.Kind] { Chart.Kind.allCases.filter(suits) }

  /// Whether a kind shows something of the rows.
  private func suits(_ kind: Chart.Kind) -> Bool {
    guard kind != .histogram else { return Array(numbers.prefix(2)).count > 1 }
    guard let label, label != number || kind == .bars else { return false }
    var isAny = false
    for row in 0..<min(page.count, Chart.pointLimit) {
      guard let value = Self.number(page[row][number]) else { continue }
      var place = 0.0
      if kind == .line {
        // A line leads through all of them.
        guard let known = Self.place(page[row][label]) else { return false }
        place = known
      }
      isAny = isAny || value.isFinite && place.isFinite
    }
    return isAny
  }

  /// `nil` where that kind shows nothing of the rows.
  package func chart(_ kind: Chart.Kind) -> Chart? {
    guard suits(kind) else { return nil }
    let name = page.schema.columns[number].name
    guard kind != .histogram, let label else { return histogram(name) }
    var points: [Chart.Point] = []
    for row in 0..<min(page.count, Chart.pointLimit) {
      let record = page[row]
      guard let value = Self.number(record[number]) else { continue }
      let words = page.schema.columns[label].text(of: record[label])
      points.append(
        Chart.Point(
          words.isEmpty ? "\(row + 1)" : words, at: kind == .line ? Self.place(record[label]) ?? 0 : 0, value: value,
          text: text(record[number])))
    }
    return Chart(kind, title: label == number ? name : "\(name) by \(page.schema.columns[label].name)", points: points)
  }

  private var numbers: some Sequence<Double> {
    (0..<page.count).lazy.compactMap { Self.number(page[$0][number]) }.filter(\.isFinite)
  }

  private func histogram(_ name: String) -> Chart? {
    let numbers = Array(numbers)
    guard let least = numbers.min(), let greatest = numbers.max() else { return nil }
    let width = RangeWidth.suitable(
      from: least, through: greatest, areWhole: numbers.allSatisfy { $0 == $0.rounded() })
    var counts: [Double: Int] = [:]
    for number in numbers { counts[(number / width).rounded(.down), default: 0] += 1 }
    let points = counts.map { step, count in
      let start = RecordValue.rangeStart(step, width: width), end = RecordValue.rangeStart(step + 1, width: width)
      return Chart.Point(
        "\(start.description) to \(end.description)", at: step * width, value: Double(count),
        text: count.withThousandsMarks)
    }
    return Chart(.histogram, title: "Rows by \(name)", points: points, width: width)
  }

  private func text(_ value: RecordValue) -> String {
    switch value {
    case .integer(let number): Int(number).withThousandsMarks
    case .real(let number): NumberText.words(number.roundedToFifteenDigits)
    default: value.description
    }
  }

  private static func number(_ value: RecordValue) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .real(let number): number
    case .text(let text): RecordValue(numberIn: text).flatMap { Self.number($0) }
    case .null, .blob: nil
    }
  }

  private static func place(_ value: RecordValue) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .real(let number): number
    case .text(let text): GroupChart.years(text)
    case .null, .blob: nil
    }
  }
}

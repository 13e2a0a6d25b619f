/// A number that holds the place of a row among others.
protocol OrderNumber: Comparable, Sendable {
  /// The place of a row that has no other rows around it.
  static var start: Self { get }
  /// A number between two others; `nil` if there is none.
  static func between(_ low: Self, _ high: Self) -> Self?
  /// The number a step further on, or back; `nil` at the end of all numbers.
  func advanced(isForwards: Bool) -> Self?
}

extension Int64: OrderNumber {
  static var start: Int64 { 1 }

  static func between(_ low: Int64, _ high: Int64) -> Int64? {
    let (gap, overflows) = high.subtractingReportingOverflow(low)
    // A gap that is no number any more is wide enough.
    return overflows ? 0 : gap > 1 ? low + gap / 2 : nil
  }

  func advanced(isForwards: Bool) -> Int64? {
    let (number, overflows) = addingReportingOverflow(isForwards ? 1 : -1)
    return overflows ? nil : number
  }
}

extension Double: OrderNumber {
  static var start: Double { 1 }

  static func between(_ low: Double, _ high: Double) -> Double? {
    let middle = low / 2 + high / 2
    return middle > low && middle < high ? middle : nil
  }

  func advanced(isForwards: Bool) -> Double? {
    let number = isForwards ? self + 1 : self - 1
    return number.isFinite && number != self ? number : nil
  }
}

/// Rows in the order of their numbers, of which one is to stand elsewhere.
struct RowOrder<Number: OrderNumber> {
  /// The numbers in their order; rows without one stand first.
  let numbers: [Number?]

  /// What a row is to hold.
  typealias Change = (row: Int, number: Number)

  /// The fewest new numbers by which a row stands at another place.
  /// - Parameters:
  ///   - row: its place by now.
  ///   - place: how many of the other rows stand before it then.
  /// - Returns: nothing for a row that stands there already; `nil` if there are no numbers left.
  func moving(_ row: Int, to place: Int) -> [Change]? {
    guard place != row else { return [] }
    let others = numbers.indices.filter { $0 != row }
    let low = place > 0 ? numbers[others[place - 1]] : nil
    let isLast = place == others.count
    let high = isLast ? nil : numbers[others[place]]
    if let number = number(between: low, high, isLast: isLast) { return [(row, number)] }
    let shifts = [
      shifting(others[place...], from: low.map { $0.advanced(isForwards: true) } ?? .start, row, isForwards: true),
      // Nothing is less than no number: rows without one can't be passed by numbers that grow smaller.
      high.flatMap {
        shifting(others[..<place].reversed(), from: $0.advanced(isForwards: false), row, isForwards: false)
      },
    ]
    return shifts.compactMap(\.self).min { $0.count < $1.count }
  }

  /// A number for the row alone; `nil` if others have to make room.
  private func number(between low: Number?, _ high: Number?, isLast: Bool) -> Number? {
    switch (low, high) {
    case (let low?, let high?): Number.between(low, high)
    case (nil, let high?): high.advanced(isForwards: false)
    case (let low?, nil): low.advanced(isForwards: true)
    // Behind rows without a number any will do; before them there is none.
    case (nil, nil): isLast ? .start : nil
    }
  }

  /// The row with a number, and others with numbers as far beyond it as they have to be.
  private func shifting(_ others: some Sequence<Int>, from first: Number?, _ row: Int, isForwards: Bool) -> [Change]? {
    guard var last = first else { return nil }
    var changes: [Change] = [(row, last)]
    for other in others {
      if let number = numbers[other] {
        if isForwards ? number > last : number < last { break }
      } else if !isForwards {
        break
      }
      guard let next = last.advanced(isForwards: isForwards) else { return nil }
      last = next
      changes.append((other, next))
    }
    return changes
  }
}

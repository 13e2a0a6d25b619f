import BoundedWork
internal import SQLTables
internal import TableModel

extension PageReader {
  /// Where a page begins, in whole values.
  struct Origin {
    var values: [SQLValue]
    var isBehind: Bool
  }

  /// Rows that are looked at for the one whose values begin as a token says.
  private static let candidateLimit = 1_000

  /// The place of a token that has only the beginnings of long values, found again by its row: the row of the same key, or else one with the
  /// same values. Where there is none any more, the page goes on from the nearest place in its direction that leaves no row out: rows that
  /// begin as the one that is gone may come twice.
  func origin(_ place: [KeysetValue], isBehind: Bool, backwards: Bool) throws -> Origin {
    let whole = place.compactMap(\.wholeValue)
    if whole.count == place.count { return Origin(values: whole, isBehind: isBehind) }
    let long = place.indices.filter { place[$0].wholeValue == nil }
    for terms in [Array(place.indices), long] {
      guard let found = try values(of: terms, like: place) else { continue }
      var values: [SQLValue] = []
      for (index, value) in place.enumerated() { values.append(value.wholeValue ?? found[index]) }
      return Origin(values: values, isBehind: isBehind)
    }
    return nearest(to: place, backwards: backwards)
  }

  /// The values in the terms of a row that has the place's values in some of these terms; `nil` if none is found.
  private func values(of terms: [Int], like place: [KeysetValue]) throws -> [SQLValue]? {
    let definition = plan.definition
    var conditions: [String] = []
    var values: [SQLValue] = []
    for index in terms {
      let expression = definition.expressions[plan.orderFields[index]]
      switch place[index] {
      case .whole(.null): conditions.append("\(expression) IS NULL")
      case .whole(let value):
        conditions.append("\(expression) = ?")
        values.append(value)
      case .beginning:
        conditions.append("\(expression) BETWEEN ? AND ?")
        values += [place[index].bounds.least, place[index].bounds.greatest]
      }
    }
    let fields = plan.orderFields.map { definition.expressions[$0] }.joined(separator: ", ")
    let statement = try connection.statement(
      recurring: """
        SELECT \(fields) FROM \(definition.source) WHERE \(conditions.joined(separator: " AND ")) \
        LIMIT \(Self.candidateLimit)
        """)
    defer { statement.reset() }
    for value in values { statement.bind(value) }
    while try statement.step() {
      let found = place.indices.map { statement.value($0) }
      if terms.allSatisfy({ place[$0].wholeValue != nil || KeysetValue(found[$0]) == place[$0] }) { return found }
      if connection.budget.isOver { throw SQLiteFailure.interrupted }
    }
    return nil
  }

  private func nearest(to place: [KeysetValue], backwards: Bool) -> Origin {
    guard let order = plan.order, let first = place.firstIndex(where: { $0.wholeValue == nil }) else {
      return Origin(values: place.compactMap(\.wholeValue), isBehind: backwards)
    }
    var values: [SQLValue] = place[..<first].compactMap(\.wholeValue)
    for index in first..<order.terms.count {
      let descends = order.terms[index].isDescending != backwards
      if index == first {
        values.append(descends ? place[index].bounds.greatest : place[index].bounds.least)
      } else {
        values.append(descends ? .behindAllKeys : .null)
      }
    }
    // Before all that begins so, in the direction of the page.
    return Origin(values: values, isBehind: backwards)
  }
}

extension SQLValue {
  /// No value that a key has is behind it; null is before all values.
  static let behindAllKeys = SQLValue.blob([UInt8](repeating: 0xFF, count: 24))
}

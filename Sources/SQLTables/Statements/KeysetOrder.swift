/// A total order of rows: terms of which the last ones are a key, so that no two rows are equal under all of them.
///
/// A place in such an order is a value for each term. The rows behind a place are cut into *runs*: those equal in all terms
/// but the last and behind in that one, then those equal in all but the last two, and so on. Each run is a chain of equalities
/// with one range at its end, which is what an index answers by one search, whatever is null and whichever way terms run.
package struct KeysetOrder: Sendable, Hashable {
  /// The terms, the most significant first.
  package let terms: [OrderTerm]

  private let nullOrder: NullOrder

  /// An order; the last terms have to be a key of which no part is null.
  package init(_ terms: [OrderTerm], nulls nullOrder: NullOrder) {
    self.terms = terms
    self.nullOrder = nullOrder
  }

  /// What stands behind `ORDER BY`.
  package func ordering(backwards: Bool) -> String {
    terms.map { $0.ordering(backwards: backwards) }.joined(separator: ", ")
  }

  /// The runs of rows at and behind a place, in the order in which they follow each other.
  /// - Parameters:
  ///   - isNull: for each term, whether its value at the place is null.
  ///   - backwards: whether "behind" means before, for reading towards the start.
  package func runs(isNull: [Bool], backwards: Bool) -> [KeysetRun] {
    var runs: [KeysetRun] = []
    for position in terms.indices.reversed() {
      var equal = KeysetRun()
      for index in 0..<position {
        if isNull[index] {
          equal.add("\(terms[index].expression) IS NULL")
        } else {
          equal.add("\(terms[index].expression) = ?", value: index)
        }
      }
      runs += behind(position, from: equal, isNull: isNull[position], backwards: backwards)
    }
    return runs
  }

  /// The same rows as one condition, for orders that no index gives.
  package func condition(isNull: [Bool], backwards: Bool) -> KeysetRun {
    let runs = runs(isNull: isNull, backwards: backwards)
    return KeysetRun(
      conditions: ["(" + runs.map { "(\($0.sql))" }.joined(separator: " OR ") + ")"], values: runs.flatMap(\.values))
  }

  private func behind(_ position: Int, from equal: KeysetRun, isNull: Bool, backwards: Bool) -> [KeysetRun] {
    let term = terms[position]
    let isLast = position == terms.count - 1
    let descends = term.isDescending != backwards
    let nullsAreLast = descends == (nullOrder == .smallest)
    var run = equal
    if isNull {
      guard !nullsAreLast else { return [] }
      run.add("\(term.expression) IS NOT NULL")
      return [run]
    }
    // The place's own row belongs to the last run: found there, it proves that the other side isn't empty.
    run.add("\(term.expression) \(descends ? "<" : ">")\(isLast ? "=" : "") ?", value: position)
    guard nullsAreLast, term.isNullable else { return [run] }
    var nulls = equal
    nulls.add("\(term.expression) IS NULL")
    return [run, nulls]
  }
}

/// A condition on rows, and which values of a place its parameters take.
package struct KeysetRun: Sendable, Hashable {
  /// Conditions that must all hold.
  package private(set) var conditions: [String] = []
  /// For each parameter, in order, the term whose value it takes.
  package private(set) var values: [Int] = []

  /// The condition.
  package var sql: String { conditions.isEmpty ? "TRUE" : conditions.joined(separator: " AND ") }

  mutating func add(_ condition: String, value: Int? = nil) {
    conditions.append(condition)
    if let value { values.append(value) }
  }
}

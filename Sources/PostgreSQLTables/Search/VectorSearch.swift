internal import SQLTables
internal import TableModel
internal import TextCoding

/// How the rows of a table are found by the words of its texts (`tsvector`), for which it has an index.
struct VectorSearch: IndexedSearch {
  /// The words of some columns.
  struct Vector {
    let index: String
    /// The words as they stand in a statement: as the index has them, so that it is used.
    let expression: String
    /// Whether they are kept in a column, so that a row's words needn't be made anew to look at them.
    let isStored: Bool
    let query: WordQuery
    /// The positions of the columns whose words they are.
    let columns: [Int]

    var description: RecordSchema.SearchIndex {
      RecordSchema.SearchIndex(
        name: index, columns: columns, matching: query.configuration?.contains("simple") == true ? .words : .stems)
    }
  }

  /// What is searched where no column is named: the words of the most columns, and those of others besides.
  private let vectors: [Vector]
  /// What is searched where one is named: nothing tells the words of several columns apart.
  private let columnVectors: [Int: Vector]

  /// - Returns: `nil` where there are none.
  init?(_ vectors: [Vector]) {
    // The order of the catalog is that of their names, which decides where nothing else does.
    let best = vectors.enumerated().sorted { one, other in
      let ranks = [one, other].map { ($0.element.columns.count, $0.element.isStored ? 1 : 0, -$0.offset) }
      return ranks[0] > ranks[1]
    }.map(\.element)
    guard let first = best.first else { return nil }
    var chosen = [first]
    for vector in best.dropFirst() where !Set(chosen.flatMap(\.columns)).isSuperset(of: vector.columns) {
      chosen.append(vector)
    }
    self.vectors = chosen
    columnVectors = Dictionary(
      best.filter { $0.columns.count == 1 }.map { ($0.columns[0], $0) }, uniquingKeysWith: { first, _ in first })
  }

  var description: RecordSchema.SearchIndex {
    var description = vectors[0].description
    description.name = vectors.map(\.index).joined(separator: ", ")
    description.columns = Set(vectors.flatMap(\.columns)).sorted()
    description.columnIndexes = columnVectors.mapValues(\.description)
    return description
  }

  func covers(_ search: TextSearch) -> Bool { search.column.map { columnVectors[$0] != nil } ?? true }

  func condition(of search: TextSearch) throws(TableError) -> RowCondition {
    let searched = search.column.flatMap { columnVectors[$0] }.map { [$0] } ?? vectors
    guard search.text.utf8.count <= RowCondition.patternByteLimit else {
      throw .badRequest("The search text is too long: at most \(RowCondition.patternByteLimit) bytes.")
    }
    if search.isRaw { return .any(of: searched.map { met(by: $0, $0.query.query(raw: search.text)) }) }
    let terms = SearchTerms(search.text).terms
    guard searched.count > 1, let first = searched.first, !terms.isEmpty else {
      return terms.isEmpty ? .everything : .any(of: searched.map { met(by: $0, $0.query.query(for: terms)) })
    }
    // Each word may be found in another vector. What the configuration leaves out is found in none, and mustn't be missed unless nothing else
    // is looked for: the server knows that before it reads rows.
    var condition = Self.hasWords(first.query.query(for: terms), isTrue: true)
    for term in terms {
      let isLeftOut = Self.hasWords(first.query.query(for: [term]), isTrue: false)
      condition.join(.any(of: searched.map { met(by: $0, $0.query.query(for: [term])) } + [isLeftOut]))
    }
    return condition
  }

  private static func hasWords(_ query: RowCondition, isTrue: Bool) -> RowCondition {
    RowCondition("numnode\(query.sql) \(isTrue ? "> 0" : "= 0")", query.values)
  }

  private func met(by vector: Vector, _ query: RowCondition) -> RowCondition {
    RowCondition("\(vector.expression) @@ \(query.sql)", query.values)
  }
}

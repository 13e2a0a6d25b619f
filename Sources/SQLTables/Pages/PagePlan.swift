package import Synchronization
package import TableModel

/// How the pages of a table are read under one sort and one condition: statements, made once each.
package final class PagePlan: Sendable {
  /// What makes a plan differ from another of the same table.
  package struct Key: Hashable, Sendable {
    package var sort: [SortTerm]
    /// What makes the rows a tree.
    package var tree: TreeKey?
    /// The text of the condition on the rows; its values are bound.
    package var condition: String
    package var values: Values
    package var bringsLabels: Bool
    /// Whether rows are read in the order wanted, along its index, even where the engine would rather find those that meet the condition
    /// and sort them.
    package var followsOrder = false
    /// Whether rows that an index of words finds may be read from it one by one.
    package var followsSearch = false

    package init(
      sort: [SortTerm], tree: TreeKey? = nil, condition: String, values: Values = .whole, bringsLabels: Bool = true,
      followsOrder: Bool = false, followsSearch: Bool = false
    ) {
      (self.sort, self.tree, self.condition) = (sort, tree, condition)
      (self.values, self.bringsLabels) = (values, bringsLabels)
      (self.followsOrder, self.followsSearch) = (followsOrder, followsSearch)
    }

    /// The rows next to another, in the table's own order.
    package static let neighbours = Key(sort: [], condition: "", values: .names)
  }

  /// What is read of each row.
  package enum Values: Hashable, Sendable {
    case whole
    /// Blobs only where they are short.
    case excerpt
    /// What names the row, and what it is ordered by; the rest is null.
    case names

    /// What a query asks for.
    package init(_ extent: ValueExtent) { self = extent == .whole ? .whole : .excerpt }
  }

  /// A statement of a page as the engine takes it, and which values of a place its parameters take. The last parameter is how many rows are
  /// wanted, but where they are counted off.
  package struct Part: Sendable {
    package let text: StatementText
    package let values: [Int]
  }

  private struct Variant: Hashable {
    var hasPlace: Bool
    var backwards: Bool
    /// A bit for each term whose value at the place is null.
    var nulls: UInt64
  }

  package let definition: TableDefinition
  /// The order of the rows; `nil` where nothing names a row and pages are counted.
  package let order: KeysetOrder?
  /// For each term of the order, the field that it sorts by.
  package let orderFields: [Int]
  /// The terms that tell a row from all others.
  package let keyTerms: [Int]
  /// For excerpts: the fields that may be blobs left out, and where the result tells their length.
  package let blobLengths: [(field: Int, resultColumn: Int)]
  /// Whether the pages of this condition were last found sooner along the order; see `followsOrder`.
  package let prefersOrder = Atomic<Bool>(false)
  private let selection: String
  private let source: String
  private let conditions: [String]
  /// Reads the rows as a tree; `nil` for a flat list.
  package let tree: TreeStatement?
  /// Whether its statements stay prepared whatever is bound.
  package let staysPrepared: Bool
  /// Whether rows are read one by one as an index of words finds them.
  package let followsSearch: Bool
  /// Whether rows can be read along an index of the first column that they are sorted by.
  package let hasOrderedSource: Bool
  private let sortExpression: String
  private let usesRuns: Bool
  private let variants = Mutex<[Variant: [Part]]>([:])
  /// Blobs up to this size come whole with their row.
  package static let wholeBlobBytes = 4096

  package init(_ definition: TableDefinition, key: Key) {
    self.definition = definition
    var terms: [OrderTerm] = []
    var fields: [Int] = []
    var keyFields = definition.tieBreak.fields
    // The term that compares a field of the key as the key does.
    let term = { (field: Int) in
      fields.indices.first { fields[$0] == field && terms[$0].expression == definition.keyExpression(of: field) }
    }
    var isTotal = false
    var streamed: (source: String, condition: String, order: String)?
    for sorted in key.sort where !isTotal && !fields.contains(sorted.column) {
      fields.append(sorted.column)
      terms.append(
        OrderTerm(
          definition.distinctExpressions[sorted.column], isDescending: sorted.isDescending,
          isNullable: definition.isNullable[sorted.column]))
      let isAlone = definition.keyAlone.contains(sorted.column)
      if isAlone { keyFields = [sorted.column] }
      // What stands behind a whole key puts no two rows in another order.
      isTotal = isAlone || !keyFields.isEmpty && keyFields.allSatisfy { term($0) != nil }
    }
    sortExpression = terms.map { $0.isDescending ? $0.expression + " DESC" : $0.expression }.joined(separator: ", ")
    for field in definition.keyColumns where key.sort.isEmpty && !definition.tieBreak.isNone {
      fields.append(field)
      terms.append(
        OrderTerm(
          definition.keyExpression(of: field), isDescending: false, isNullable: definition.isNullable[field]))
    }
    let leading = fields.first
    switch definition.tieBreak {
    case .fields(let tieBreak):
      // The key runs the way of the last term, so that an index on it is read straight in either direction.
      let isDescending = key.sort.last?.isDescending ?? false
      for field in tieBreak where !isTotal && term(field) == nil {
        fields.append(field)
        terms.append(OrderTerm(definition.keyExpression(of: field), isDescending: isDescending, isNullable: false))
      }
      // Rows that an index of words finds come from it in the order of their ids.
      if let search = definition.search as? any StreamedSearch, key.followsSearch, !key.followsOrder, terms.count == 1,
        terms[0].expression == search.rowID
      {
        streamed = search.streamed(key.condition, from: definition.source)
        if let streamed { terms[0].expression = streamed.order }
      }
      order = key.tree == nil ? KeysetOrder(terms, nulls: definition.dialect.nullOrder) : nil
    case .none: order = nil
    }
    tree = key.tree.flatMap { definition.tree($0, ordered: terms) }
    followsSearch = streamed != nil
    orderFields = fields
    keyTerms = keyFields.compactMap { field in term(field) ?? fields.firstIndex(of: field) }
    usesRuns = leading.map { definition.indexedColumns.contains($0) } ?? true
    (selection, blobLengths) =
      switch key.values {
      case .names: (Self.names(in: definition, order: fields), [])
      case .whole:
        Self.selection(of: definition, blobsUpTo: nil, order: fields, bringsLabels: key.bringsLabels)
      case .excerpt:
        Self.selection(
          of: definition, blobsUpTo: Self.wholeBlobBytes, order: fields, bringsLabels: key.bringsLabels)
      }
    let orderedSource = definition.orderedSource(by: fields.first)
    hasOrderedSource = orderedSource != nil
    source = streamed?.source ?? (key.followsOrder ? orderedSource ?? definition.source : definition.source)
    let condition = streamed?.condition ?? key.condition
    conditions = condition.isEmpty ? [] : [condition]
    staysPrepared = definition.dialect.staysPrepared(key.condition)
  }

  /// The statements of a page, to be asked one after the other until it is full.
  package func parts(from place: [SQLValue]?, backwards: Bool) -> [Part] {
    var nulls: UInt64 = 0
    for (term, value) in (place ?? []).prefix(64).enumerated() where value.isNull { nulls |= 1 << UInt64(term) }
    let variant = Variant(hasPlace: place != nil, backwards: backwards, nulls: nulls)
    return variants.withLock { variants in
      if let known = variants[variant] { return known }
      let made = makeParts(isNull: place?.map(\.isNull), backwards: backwards)
      variants[variant] = made
      return made
    }
  }

  private func makeParts(isNull: [Bool]?, backwards: Bool) -> [Part] {
    guard let order else {
      if let tree { return [Part(text: text(tree.sql(selecting: selection)), values: [])] }
      let ordering = sortExpression.isEmpty ? "" : " ORDER BY \(sortExpression)"
      return [Part(text: text(statement(where: conditions) + ordering + " LIMIT ? OFFSET ?"), values: [])]
    }
    let ordering = " ORDER BY \(order.ordering(backwards: backwards)) LIMIT ?"
    guard let isNull else { return [Part(text: text(statement(where: conditions) + ordering), values: [])] }
    let runs =
      usesRuns
      ? order.runs(isNull: isNull, backwards: backwards) : [order.condition(isNull: isNull, backwards: backwards)]
    return runs.map { run in
      Part(text: text(statement(where: conditions + run.conditions) + ordering), values: run.values)
    }
  }

  private func text(_ sql: String) -> StatementText { StatementText(definition.dialect.numbered(sql)) }

  private func statement(where conditions: [String]) -> String {
    let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    return "SELECT \(selection) FROM \(source)\(filter)"
  }

  /// Where the result tells the level of a row.
  package var levelColumn: Int? { tree == nil ? nil : definition.expressions.count + blobLengths.count }

  /// What is selected of a row that is only named.
  private static func names(in definition: TableDefinition, order: [Int]) -> String {
    let named = Set(order + definition.schema.keyFields + [definition.schema.rowIDField].compactMap(\.self))
    return definition.readExpressions.indices
      .map { named.contains($0) ? definition.readExpressions[$0] : "NULL" }.joined(separator: ", ")
  }

  /// What is selected of each row: its fields, then the lengths of those that may be left out.
  /// - Parameters:
  ///   - bytes: how large a blob may be so that it is brought with its row; `nil` if every one is.
  ///   - bringsLabels: whether the labels of references are looked up; otherwise their fields are null.
  package static func selection(
    of definition: TableDefinition, blobsUpTo bytes: Int?, order: [Int], bringsLabels: Bool = true
  ) -> (String, [(field: Int, resultColumn: Int)]) {
    guard !definition.blobColumns.isEmpty || !bringsLabels else { return (definition.selection, []) }
    var expressions = definition.readExpressions
    if !bringsLabels {
      for field in definition.schema.columns.compactMap(\.reference?.labelField) { expressions[field] = "NULL" }
    }
    var lengths: [(field: Int, resultColumn: Int)] = []
    if let bytes, definition.rowIDField != nil || definition.dialect.cutsBlobs {
      for column in definition.blobColumns.sorted() where !order.contains(column) {
        let blob = definition.dialect.shortBlob(definition.readExpressions[column], bytes: bytes)
        expressions[column] = blob.value
        lengths.append((column, expressions.count))
        expressions.append(blob.length)
      }
    }
    return (expressions.joined(separator: ", "), lengths)
  }
}

package import Synchronization
package import TableModel

/// What was found out about a table of an open file: its definition, and the plans of its pages.
package final class TableState: Sendable {
  /// The name with ASCII letters in lower case.
  package let name: String
  package let counts = CountCache()
  package let facets = FacetCache()
  package let suggestions = VersionedCache<RowSelection, [Facet]>(limit: 256)
  package let sections = VersionedCache<SectionQuery, [SectionSummary]>(limit: 64)
  /// Bytes that the largest page so far took.
  package let expectedBytes = Atomic<Int>(8 * 1024)
  private let known = Mutex<(definition: TableDefinition, plans: [PagePlan.Key: PagePlan])?>(nil)
  private let coders = Mutex<[Order: PageTokenCoder]>([:])
  private static let planLimit = 64, coderLimit = 1_024

  /// Rows in an order: what tokens are places in.
  private struct Order: Hashable {
    let sort: [SortTerm]
    let selection: RowSelection
  }

  package init(name: String) { self.name = name }

  /// The definition if it has been found.
  package var definition: TableDefinition? { known.withLock { $0?.definition } }

  /// Keeps a definition, and forgets the plans of another one.
  package func keep(_ definition: TableDefinition) -> TableDefinition {
    known.withLock { known in
      // Found twice at once: the first stays, because schemas are compared by identity.
      if let known, known.definition.schemaVersion == definition.schemaVersion { return known.definition }
      known = (definition, [:])
      return definition
    }
  }

  /// Forgets a definition that the schema has left behind.
  package func forget(_ definition: TableDefinition) {
    known.withLock { known in if known?.definition === definition { known = nil } }
    coders.withLock { $0.removeAll() }
  }

  /// Forgets whatever definition there is.
  package func forget() { if let definition { forget(definition) } }

  /// The plan of a query's pages.
  package func plan(_ key: PagePlan.Key, for definition: TableDefinition) -> PagePlan {
    known.withLock { known in
      guard let current = known, current.definition === definition else { return PagePlan(definition, key: key) }
      if let plan = current.plans[key] { return plan }
      let plan = PagePlan(definition, key: key)
      if current.plans.count >= Self.planLimit { known?.plans.removeAll() }
      known?.plans[key] = plan
      return plan
    }
  }

  /// The coder of the tokens of a query's pages. To make one takes longer than to find it, also among those of many filters.
  package func coder(_ query: TableQuery, make: () -> PageTokenCoder) -> PageTokenCoder {
    let order = Order(sort: query.sort, selection: query.selection)
    if let known = coders.withLock({ $0[order] }) { return known }
    let made = make()
    coders.withLock { coders in
      if coders.count >= Self.coderLimit { coders.removeAll() }
      coders[order] = made
    }
    return made
  }
}

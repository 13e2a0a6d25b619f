import BoundedWork
internal import SQLTables
internal import Synchronization
internal import TableModel

extension SQLiteTable {
  /// The rows of a page, read by the plan that finds them sooner.
  ///
  /// Where a condition has an index and the order has another, SQLite can take one of them: find every row that meets the condition
  /// and sort them, which is best where there are few, or go along the order and leave out what doesn't meet it, which is best where
  /// there are many. It doesn't know which is the case unless somebody has run ANALYZE. So the way that was quicker last time gets a
  /// quarter of the time that is left, and the other one the rest.
  func rows(
    _ query: TableQuery, _ key: PagePlan.Key, _ definition: TableDefinition, _ state: TableState,
    _ connection: SQLiteConnection, _ read: (PagePlan) throws -> PageReader.Rows
  ) throws -> PageReader.Rows {
    let plan = state.plan(key, for: definition)
    guard hasTwoWays(query, plan) else { return try read(plan) }
    var orderedKey = key
    orderedKey.followsOrder = true
    let ordered = state.plan(orderedKey, for: definition)
    let prefersOrder = plan.prefersOrder.load(ordering: .relaxed)
    let end = connection.budget.end
    let now = WorkBudget.now()
    connection.budget.start(until: end > now ? now + (end - now) / 4 : end)
    defer { connection.budget.start(until: end) }
    do {
      return try read(prefersOrder ? ordered : plan)
    } catch let failure as SQLiteFailure where failure.isInterrupt {
      connection.budget.start(until: end)
      let rows = try read(prefersOrder ? plan : ordered)
      plan.prefersOrder.store(!prefersOrder, ordering: .relaxed)
      return rows
    }
  }

  private func hasTwoWays(_ query: TableQuery, _ plan: PagePlan) -> Bool {
    guard !query.selection.isEverything, plan.order != nil, !plan.followsSearch, plan.hasOrderedSource else {
      return false
    }
    let order = plan.orderFields.first
    return !query.selection.searches.isEmpty
      || query.selection.allFilters.contains {
        $0.column != order && plan.definition.indexedColumns.contains($0.column)
      }
  }
}

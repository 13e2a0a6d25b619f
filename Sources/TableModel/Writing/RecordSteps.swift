/// A change of a row of one of several tables.
package struct RecordStep: Sendable {
  package var table: String
  package var change: RecordChange

  /// A change of a table's row.
  package init(table: String, change: RecordChange) { (self.table, self.change) = (table, change) }
}

/// Changes of several tables, in the order in which they are made.
package struct RecordSteps: RecordSnapshot {
  package var steps: [RecordStep]

  /// These changes.
  package init(steps: [RecordStep]) { self.steps = steps }

  package var byteCount: Int { RecordInverse.changes(steps.map(\.change)).byteCount }
}

/// Rows of a table that went, or changed, because rows that they referred to did, or because a row took their place.
package struct CascadedChanges: Sendable, Hashable {
  /// The table's name.
  package var table: String
  /// How many rows went.
  package var deleted: Int
  /// How many have lost their reference, or have another.
  package var changed: Int

  /// Rows of a table.
  package init(table: String, deleted: Int, changed: Int) {
    self.table = table
    self.deleted = deleted
    self.changed = changed
  }
}

/// What changes would do, found by doing them and taking everything back.
package struct RecordDryRun: Sendable {
  /// What keeps them from being stored; at most a hundred, in the order of the changes.
  package var problems: [RecordProblem]
  /// The rows that references would take along.
  package var others: [CascadedChanges]
  /// Whether they could be taken back.
  package var canBeTakenBack: Bool
  /// Why they couldn't, in one sentence; `nil` where they could, or nothing is known.
  package var obstacle: String?

  /// What was found.
  package init(
    problems: [RecordProblem] = [], others: [CascadedChanges] = [], canBeTakenBack: Bool = true, obstacle: String? = nil
  ) {
    self.problems = problems
    self.others = others
    self.canBeTakenBack = canBeTakenBack
    self.obstacle = obstacle
  }
}

/// What became of changes that were applied together.
package struct RecordChangeResult: Sendable {
  /// What became of each change, in their order.
  package var outcomes: [Outcome]
  /// What would take the changes back, with all that references took along; `nil` if they can't be taken back.
  package var inverse: RecordInverse?
  /// The rows that references, or rows that took their place, have taken along, by their tables.
  package var others: [CascadedChanges]
  /// The tables in which triggers changed rows: to take the changes back runs triggers again, and leaves what they did.
  package var triggered: [String]
  /// Why the changes can't be taken back, in one sentence; `nil` where they can, or nothing is known.
  package var obstacle: String?

  /// The results of changes.
  package init(
    outcomes: [Outcome], inverse: RecordInverse?, others: [CascadedChanges] = [], triggered: [String] = [],
    obstacle: String? = nil
  ) {
    self.outcomes = outcomes
    self.inverse = inverse
    self.others = others
    self.triggered = triggered
    self.obstacle = obstacle
  }

  /// What became of one change.
  package struct Outcome: Sendable {
    /// What was done.
    package var action: Action
    /// The row before; `nil` if there was none.
    package var before: Record?
    /// The row as it is now, every value whole; `nil` if there is none any more.
    package var after: Record?

    /// What became of a row.
    package init(_ action: Action, before: Record?, after: Record?) {
      self.action = action
      self.before = before
      self.after = after
    }
  }

  /// What was done to a row.
  package enum Action: String, Sendable {
    case inserted, updated, deleted
    /// Nothing: it was left out, or held these values already.
    case unchanged
  }
}

/// What became of changes that were applied together.
public struct RecordChangeResult: Sendable {
  /// What became of each change, in their order.
  public var outcomes: [Outcome]
  /// What would take the changes back, with all that references took along; `nil` if they can't be taken back.
  public var inverse: RecordInverse?
  /// The rows that references, or rows that took their place, have taken along, by their tables.
  public var others: [CascadedChanges]
  /// The tables in which triggers changed rows: to take the changes back runs triggers again, and leaves what they did.
  public var triggered: [String]
  /// Why the changes can't be taken back, in one sentence; `nil` where they can, or nothing is known.
  public var obstacle: String?

  /// The results of changes.
  public init(
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
  public struct Outcome: Sendable {
    /// What was done.
    public var action: Action
    /// The row before; `nil` if there was none.
    public var before: Record?
    /// The row as it is now, every value whole; `nil` if there is none any more.
    public var after: Record?

    /// What became of a row.
    public init(_ action: Action, before: Record?, after: Record?) {
      self.action = action
      self.before = before
      self.after = after
    }
  }

  /// What was done to a row.
  public enum Action: String, Sendable {
    case inserted, updated, deleted
    /// Nothing: it was left out, or held these values already.
    case unchanged
  }
}

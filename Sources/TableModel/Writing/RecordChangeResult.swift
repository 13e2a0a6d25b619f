/// What became of changes that were applied together.
public struct RecordChangeResult: Sendable {
  /// What became of each change, in their order.
  public var outcomes: [Outcome]
  /// What would take the changes back, in the order in which it has to be applied, each with the version that the row has now; `nil` if they
  /// can't be taken back because other rows went with them.
  public var inverse: [RecordChange]?
  /// The rows that references have taken along, by their tables.
  public var others: [OtherRecords]

  /// The results of changes.
  public init(outcomes: [Outcome], inverse: [RecordChange]?, others: [OtherRecords] = []) {
    self.outcomes = outcomes
    self.inverse = inverse
    self.others = others
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

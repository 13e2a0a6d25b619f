public import TableModel
public import TableRendering

extension SiteFile {
  /// What can be done to a row by one press: values that the site's owner has chosen.
  public struct Action: Sendable {
    /// What forms and scripts call it.
    public var name: PlacedName
    /// What its button says.
    public var title: String
    /// What a row has to meet; nothing for all rows.
    public var conditions: [(column: PlacedName, test: RecordCondition.Test)] = []
    /// What is asked before it is done; `nil` for nothing.
    public var confirmation: String?
    /// What the row is to hold then.
    public var values: [(column: PlacedName, value: Value)] = []

    /// An action that sets nothing yet.
    public init(name: PlacedName, title: String) {
      self.name = name
      self.title = title
    }

    /// What a column is set to.
    public enum Value: Sendable, Hashable {
      /// The same at all times.
      case constant(RecordValue)
      /// The day, or the day and the time, at which it is done.
      case now
    }
  }
}

package import TableModel
package import TableRendering

extension SiteFile {
  /// What can be done to a row by one press: values that the site's owner has chosen.
  package struct Action: Sendable {
    /// What forms and scripts call it.
    package var name: PlacedName
    /// What its button says.
    package var title: String
    /// What a row has to meet; nothing for all rows.
    package var conditions: [(column: PlacedName, test: RecordCondition.Test)] = []
    /// What is asked before it is done; `nil` for nothing.
    package var confirmation: String?
    /// What the row is to hold then.
    package var values: [(column: PlacedName, value: Value)] = []

    /// An action that sets nothing yet.
    package init(name: PlacedName, title: String) {
      self.name = name
      self.title = title
    }

    /// What a column is set to.
    package enum Value: Sendable, Hashable {
      /// The same at all times.
      case constant(RecordValue)
      /// The day, or the day and the time, at which it is done.
      case now
    }
  }
}

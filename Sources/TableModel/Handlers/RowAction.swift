/// Something that can be done to a row, or to a header or footer.
public struct RowAction: Sendable, Hashable {
  /// Where its button is.
  public enum Place: Sendable {
    /// In the menu.
    case menu
    /// At the row's end in edit mode.
    case trailing
  }

  /// Tells actions apart; stands in forms and JSON.
  public var name: String
  /// What its button says.
  package var title: String
  /// Where its button is.
  package var place: Place
  /// Whether its button warns.
  package var isDestructive: Bool
  /// Whether it changes the table, so that only those who may do that can perform it.
  package var changesTable: Bool

  /// An action.
  public init(
    _ name: String, title: String, _ place: Place = .menu, isDestructive: Bool = false, changesTable: Bool = true
  ) {
    self.name = name
    self.title = title
    self.place = place
    self.isDestructive = isDestructive
    self.changesTable = changesTable
  }
}

/// What edit mode offers at the start of a row.
public enum EditingStyle: String, Sendable, CaseIterable {
  case none
  /// A button that deletes the row, after a question.
  case delete
  /// A button that inserts a row where this one stands.
  case insert
}

/// What is chosen, or given up, when a row is to be.
public enum SelectionChoice: Sendable, Hashable {
  /// The row itself.
  case this
  /// Another row in its place.
  case other(RowKey)
  /// Nothing, for a reason that the visitor is told; `nil` says nothing.
  case refused(String? = nil)
}

/// How many rows of a table can be chosen at a time.
public enum SelectionMode: String, Sendable, CaseIterable {
  case none, single, multiple
}

/// The words that ask before a row is deleted.
public struct DeleteConfirmation: Sendable, Hashable {
  /// The question.
  package var question: String
  /// What else there is to know; `nil` for nothing.
  package var remark: String?
  /// What the button says.
  package var button: String

  /// A question and its button.
  public init(_ question: String = "Delete this row?", remark: String? = nil, button: String = "Delete") {
    self.question = question
    self.remark = remark
    self.button = button
  }
}

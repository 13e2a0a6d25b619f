/// Something that can be done to a row, or to a header or footer: a button in its menu or in edit mode.
public struct RowAction: Sendable, Hashable {
  /// Tells actions apart; stands in forms and JSON.
  public var name: String
  /// What its button says.
  public var title: String
  /// Whether its button warns.
  public var isDestructive: Bool
  /// Whether it changes the table, so that only those who may do that can perform it.
  public var changesTable: Bool

  /// An action.
  public init(_ name: String, title: String, isDestructive: Bool = false, changesTable: Bool = true) {
    self.name = name
    self.title = title
    self.isDestructive = isDestructive
    self.changesTable = changesTable
  }

  /// Copying the row, which every row can unless `canPerform` refuses it.
  public static let copy = RowAction("copy", title: "Copy", changesTable: false)
  /// Pasting rows, which is offered where new rows can be made from fields unless `canPerform` refuses it.
  public static let paste = RowAction("paste", title: "Paste")
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
  public var question: String
  /// What else there is to know; `nil` for nothing.
  public var remark: String?
  /// What the button says.
  public var button: String

  /// A question and its button.
  public init(_ question: String = "Delete this row?", remark: String? = nil, button: String = "Delete") {
    self.question = question
    self.remark = remark
    self.button = button
  }
}

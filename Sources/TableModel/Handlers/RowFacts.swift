/// What data say about a row besides its content: what can be done with it.
package struct RowFacts: Sendable {
  /// The version that changes have to name.
  package var version: RowVersion
  /// Whether it is chosen.
  package var isSelected: Bool
  /// Whether it shows that it is pointed at.
  package var isHighlighted: Bool
  /// What edit mode offers; `nil` where the table can't be changed.
  package var editingStyle: EditingStyle?
  /// Whether it can be moved.
  package var isMovable: Bool
  /// What can be done with it.
  package var actions: [RowAction]

  /// What can be done with a row.
  package init(
    version: RowVersion, isSelected: Bool, isHighlighted: Bool = true, editingStyle: EditingStyle? = nil,
    isMovable: Bool = false, actions: [RowAction] = []
  ) {
    self.version = version
    self.isSelected = isSelected
    self.isHighlighted = isHighlighted
    self.editingStyle = editingStyle
    self.isMovable = isMovable
    self.actions = actions
  }
}

/// What data say about a section besides its header: what can be done with it.
package struct SectionFacts: Sendable {
  /// The version that changes have to name.
  package var version: RowVersion
  /// The events that change it.
  package var events: [String]

  /// What can be done with a section.
  package init(version: RowVersion, events: [String]) {
    self.version = version
    self.events = events
  }
}

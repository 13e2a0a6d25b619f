/// What stands before each row of a grid whose rows can be chosen and changed: a box to tick, and a link to the row's form.
package struct RecordTools: Sendable {
  /// The id of the form that the boxes belong to.
  package var form: String
  /// The keys of the chosen rows, as paths hold them.
  package var chosen: Set<String>
  /// What stands behind a row's path in the link to its form.
  package var editSuffix: String

  /// Boxes of one form.
  package init(form: String, chosen: Set<String>, editSuffix: String) {
    self.form = form
    self.chosen = chosen
    self.editSuffix = editSuffix
  }
}

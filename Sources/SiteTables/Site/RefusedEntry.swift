package import TableModel

/// What was entered into a form that could not be stored, to be shown again with what is wrong about it.
package struct RefusedEntry: Sendable {
  /// The key of the row whose fields they are; `nil` for a new one.
  package var row: String?
  /// The kind of the new row.
  package var kind = 0
  package var values: [String: String]
  package var errors: FieldErrors
  /// The fields that were ticked, where several rows were to share values.
  package var ticked: Set<String> = []

  package init(
    row: String? = nil, kind: Int = 0, values: [String: String], errors: FieldErrors, ticked: Set<String> = []
  ) {
    self.row = row
    self.kind = kind
    self.values = values
    self.errors = errors
    self.ticked = ticked
  }
}

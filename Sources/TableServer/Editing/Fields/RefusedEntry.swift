import TableModel

/// What was entered into a form that could not be stored, to be shown again with what is wrong about it.
struct RefusedEntry: Sendable {
  /// The key of the row whose fields they are; `nil` for a new one.
  var row: String?
  /// The kind of the new row.
  var kind = 0
  var values: [String: String]
  var errors: FieldErrors
  /// The fields that were ticked, where several rows were to share values.
  var ticked: Set<String> = []
}

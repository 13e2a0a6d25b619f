/// The limits that arguments are held against.
struct ArgumentLimits: Sendable {
  var pageSize: Int
  var maximumPageSize: Int
  /// Whether visitors may write conditions of their own.
  var allowsExpressions = true
}

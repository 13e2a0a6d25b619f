/// The limits that arguments are held against.
struct ArgumentLimits: Sendable {
  var pageSize: Int
  var maximumPageSize: Int
}

/// What can go wrong in a way that the asker caused, or can do something about.
///
/// The messages are for people: they name the argument or the thing that is missing, and never hold SQL, a path of the
/// server or other internals.
public enum TableError: Error, Sendable, Equatable {
  /// There is no such database, table, row or value.
  case notFound(String)
  /// An argument doesn't make sense for this table.
  case badRequest(String)
  /// The provider has as much to do as it will take on; the same request may work in a moment.
  case busy(String)
  /// The work was stopped because it ran longer than its limit.
  case timeLimitReached(seconds: Double)
  /// The data can't be read: the file is gone, damaged or locked.
  case unavailable(String)
  /// Two cells of a page have the same id.
  case repeatedID(RowKey, first: String, second: String)

  /// A page token that nobody here made, or that is good for another table, sort or filter.
  package static let invalidPageToken = badRequest(
    "This page link has expired, or belongs to another sort or filter; start from the first page.")
}

/// A line about a table that stands above its rows.
package struct TableNotice: Sendable, Hashable {
  /// What people should know.
  package var text: String
  /// Another table of the database that tells more.
  package var table: String?
  /// Whether it will be another in a moment, so that a page with it is not to be kept.
  package var isTransient: Bool

  /// A line, and where there is more to it.
  package init(_ text: String, table: String? = nil, isTransient: Bool = false) {
    self.text = text
    self.table = table
    self.isTransient = isTransient
  }
}

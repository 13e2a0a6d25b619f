/// A page where changes to the rows of a table are asked for.
struct FormTarget: Sendable, Hashable {
  /// What the page is for; the names are those of the paths.
  enum Kind: String, Sendable, CaseIterable {
    case new, selection, removal, copy, paste
    case edit, remove

    /// Whether its path names a row.
    var isForOneRow: Bool { self == .edit || self == .remove }
  }

  var kind: Kind
  var table: String
  /// The key of the row that the path names, as it stands there.
  var key = ""
}

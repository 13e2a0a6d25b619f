/// How the rows of a table stand in JSON; the names are those of the `_shape` argument.
package enum RecordShape: String, Sendable, Hashable, CaseIterable {
  /// An object around a list of objects with a key for each column. The default.
  case objects
  /// An object around a list of lists of values.
  case arrays
  /// A bare list of objects.
  case array
  /// A bare list of the first column's values.
  case arrayfirst
  /// An object of objects under the keys of their rows, written as in paths.
  case object

  /// Whether the rows stand alone, without the page's tokens and extras around them.
  package var isBare: Bool {
    switch self {
    case .array, .arrayfirst, .object: true
    case .objects, .arrays: false
    }
  }
}

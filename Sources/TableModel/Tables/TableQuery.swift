/// What a request asks of a table, every name already checked against its schema.
///
/// Columns are positions in the schema's `columns`, never names: a name from a URL can't get this far.
public struct TableQuery: Sendable, Hashable {
  /// Rows of one page, at least 1.
  public var pageSize: Int
  /// Where the page starts.
  public var position: PagePosition
  /// The wanted order; empty for the table's own. Ties are broken by the key.
  public var sort: [SortTerm]
  /// What makes the rows a tree; `nil` for a flat list. Of a tree all rows are meant, whatever the selection says.
  package var tree: TreeKey?
  /// Which rows are meant.
  public var selection: RowSelection
  /// How much to find out about the number of rows.
  public var count: CountRequest
  /// What is done for a quick count that isn't known.
  package var counting = Counting.now
  /// How much of long values to bring.
  package var values: ValueExtent
  /// Whether rows bring what the rows that they refer to are called, which is looked up for each.
  package var bringsLabels = true

  /// A query; the default is the first page of the whole table in its own order.
  package init(
    pageSize: Int = 50, position: PagePosition = .first, sort: [SortTerm] = [], selection: RowSelection = .everything,
    count: CountRequest = .quick, values: ValueExtent = .whole
  ) {
    self.pageSize = pageSize
    self.position = position
    self.sort = sort
    self.selection = selection
    self.count = count
    self.values = values
  }
}

extension TableQuery {
  /// What is done for a quick count that isn't known. What is found is known to all who ask while the data stay the same.
  package enum Counting: Sendable, Hashable {
    /// It is found, if that takes a moment; otherwise in the background.
    case now
    /// It is found if a glance is enough, otherwise in the background: for pages that say it later.
    case later
    /// It is found if a glance is enough: for what few look at of all that a page could say.
    case glance
  }
}

/// Where a page starts.
public enum PagePosition: Sendable, Hashable {
  /// At the first row.
  case first
  /// Behind the row that the token names.
  case after(PageToken)
  /// The page that ends just before the row that the token names.
  case before(PageToken)
}

/// Names a place between two rows of one table under one sort and one set of filters.
///
/// Opaque outside of the provider that made it, which checks it before use: a forged or foreign one is an error.
public struct PageToken: Sendable, Hashable {
  /// Letters, digits, `-` and `_` only, so that it stands in a URL as it is.
  public let text: String

  /// A token as it came from a URL or from a provider.
  public init(_ text: String) { self.text = text }
}

/// One column of a sort.
public struct SortTerm: Sendable, Hashable {
  /// The position of the column in the schema's `columns`.
  public var column: Int
  /// Whether the largest value comes first.
  public var isDescending: Bool

  /// Sorts by a column. Nulls come first in ascending order, as in SQLite.
  package init(column: Int, isDescending: Bool = false) {
    self.column = column
    self.isDescending = isDescending
  }
}

/// How much to find out about the number of rows.
public enum CountRequest: Sendable, Hashable {
  /// Nothing.
  case none
  /// What is known already or found within a millisecond: exact, or "more than N".
  case quick
  /// The exact number, however long it takes; the page does not wait for it.
  case exact
}

/// How much of long values a page brings.
package enum ValueExtent: Sendable, Hashable {
  /// Every value whole, for data formats.
  case whole
  /// Texts up to `textBytes` bytes (cut between characters) and of blobs the first 32 bytes, for pages that people read.
  case excerpt(textBytes: Int)
}

package import TableModel
package import TableRendering

/// Where the next and the previous page are.
package struct PagerLinks {
  package var next: String?
  package var previous: String?

  /// - Parameter link: the address of the page at a position.
  package init(_ page: TablePage, _ link: (PagePosition) -> String) {
    next = page.next.map { link(.after($0)) }
    previous = page.previous.map { link(.before($0)) }
  }

  /// The same for sections as JSON.
  package var ofSections: JSONPageWriter.Links { JSONPageWriter.Links(next: next, previous: previous) }
}

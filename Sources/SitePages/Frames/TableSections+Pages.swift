package import SiteTables
package import TableModel

/// What is known of the sections that a page shows.
package struct SectionsOfPage {
  /// What is told of all sections of the table; `nil` as long as it isn't known.
  package var summaries: [SectionSummary]?
  /// Whether the last section has no row on the next page.
  package var endWithPage = true
  /// Whether all of it is known for the state of the data that the page was made from.
  package var areKnown = true

  package init(summaries: [SectionSummary]? = nil, endWithPage: Bool = true, areKnown: Bool = true) {
    self.summaries = summaries
    self.endWithPage = endWithPage
    self.areKnown = areKnown
  }
}

/// What a page has to know of its sections beyond its own rows.
extension TableSections {
  /// How long data wait for what is told of sections; pages ask again instead.
  private static let patience = Duration.seconds(2)

  /// Whether anything stands below the rows of a section.
  package func hasFooters(_ own: CustomViews) -> Bool {
    own.hasFooter || countsRows || !sums.isEmpty || !averages.isEmpty
  }

  /// Whether the last section of a page ends with it: where the next page begins with another section, or there is none. Costs a row of the
  /// next page.
  /// - Returns: also the state of the data that this was found in; `nil` where the page itself tells.
  package func endsWithPage(
    _ page: TablePage, of query: TableQuery, in table: any RecordTable
  ) async throws -> (ends: Bool, version: DataVersion?) {
    guard let next = page.next else { return (true, page.version) }
    guard let last = page.sections.compactMap({ ($0 as? RecordSection)?.page }).last(where: { $0.count > 0 }) else {
      return (false, page.version)
    }
    var query = query
    (query.position, query.pageSize, query.count) = (.after(next), 1, .none)
    let following = try await table.page(query)
    guard following.style == page.style,
      let first = following.sections.compactMap({ ($0 as? RecordSection)?.page }).first(where: { $0.count > 0 })
    else { return (false, nil) }
    return (key.section(of: first[0]) != key.section(of: last[last.count - 1]), following.version)
  }

  /// What is known of all sections once it is, or as much as there is when the time is up.
  package static func settled(_ query: SectionQuery, of table: any RecordTable) async throws -> [SectionSummary]? {
    let end = ContinuousClock.now + patience
    var pause = Duration.milliseconds(5)
    while true {
      let summaries = try await table.sections(query)
      guard summaries == nil, .now < end else { return summaries }
      try await Task.sleep(for: pause)
      pause = min(pause * 2, .milliseconds(100))
    }
  }
}

import SiteConfiguration
package import TableArguments
package import TableModel
package import TableRendering

/// What the rows of a table are put together by, its columns found in the schema.
package struct TableSections: Sendable {
  package let key: SectionKey
  package let countsRows: Bool
  package let sums: [Int]
  package let averages: [Int]
  let hasIndex: Bool
  /// The language of the site's own words.
  package var language = "en"

  /// `nil` if the column isn't there, which `finder` tells.
  init?(_ notes: SiteFile.Sections?, _ finder: inout ColumnFinder) {
    guard let notes, let column = finder.stored(notes.column) else { return nil }
    key = SectionKey(column: column, part: notes.part)
    countsRows = notes.countsRows
    sums = finder.positions(of: notes.sums)
    averages = finder.positions(of: notes.averages)
    hasIndex = notes.hasIndex
  }

  /// Columns whose numbers have to be added up.
  private var added: [Int] { sums + averages.filter { !sums.contains($0) } }

  /// The order of a table whose owner wants another: sections stay together.
  func sorted(_ sort: [SortTerm]) -> [SortTerm] {
    sort.first?.column == key.column
      ? sort : [SortTerm(column: key.column)] + sort.filter { $0.column != key.column }
  }

  /// What is to be asked about the sections of a page; `nil` where the rows stand in another order.
  package func query(_ arguments: PageArguments) -> SectionQuery? {
    guard arguments.query.sort.first?.column == key.column else { return nil }
    return SectionQuery(key, sort: arguments.query.sort, selection: arguments.query.selection, sums: added)
  }

  /// The names that nibs of headers and footers may show.
  func slotNames(_ schema: RecordSchema) -> [String] {
    ["title", "section", "count"] + sums.map { "sum." + schema.columns[$0].name }
      + averages.map { "average." + schema.columns[$0].name }
  }

  /// What those names stand for in a section. What isn't known yet shows nothing.
  private func values(
    _ section: RecordValue, _ title: String, _ summary: SectionSummary?, _ schema: RecordSchema
  ) -> [String: SlotContent] {
    var values: [String: SlotContent] = ["title": .text(title), "section": .text(section.description)]
    guard let summary else { return values }
    values["count"] = .text(summary.count.withThousandsMarks)
    for (column, (sum, count)) in zip(added, summary.sums) {
      guard count > 0 else { continue }
      let column = schema.columns[column]
      values["sum." + column.name] = .text(SectionWords.number(sum, column))
      values["average." + column.name] = .text(SectionWords.number(sum / Double(count), column))
    }
    return values
  }

  /// The rows of a page in their sections.
  /// - Parameters:
  ///   - own: the nibs that the owner has for headers and footers.
  ///   - kinds: the kinds of the rows, where they are cells of a list.
  ///   - summaries: what is known of the sections, which may be nothing.
  ///   - endsWithPage: whether the last section has no row on the next page.
  package func divided(
    _ page: TablePage, _ schema: RecordSchema, kinds: [RecordKind]?, _ own: CustomViews, _ summaries: [SectionSummary],
    endsWithPage: Bool
  ) -> [any SectionViewModel] {
    page.sections.flatMap { section -> [any SectionViewModel] in
      guard let records = (section as? RecordSection)?.page else { return [section] }
      return runs(of: records).map { run in
        let summary = summaries.first { $0.section == run.section }
        let title = title(of: run.section, records[run.rows.lowerBound], schema)
        let values = own.hasHeader || own.hasFooter ? values(run.section, title, summary, schema) : [:]
        let header: any SupplementaryViewModel =
          own.hasHeader
          ? SlotsViewModel(values, variant: CustomViews.Variant.header)
          : TitleViewModel(title, detail: summary.map { $0.count.counted("row", "rows") })
        // What is told of a section stands below its last row, which may be on another page.
        let isLast = run.rows.upperBound < records.count || endsWithPage
        var footer: (any SupplementaryViewModel)?
        if isLast, own.hasFooter {
          footer = SlotsViewModel(values, variant: CustomViews.Variant.footer)
        } else if isLast {
          footer = summary.flatMap { self.footer($0, schema) }
        }
        let id = run.section.description
        if let kinds {
          var section = RecordItemSection(records, rows: run.rows, kinds: kinds)
          (section.header, section.footer, section.indexTitle) = (header, footer, id)
          return section
        }
        var section = RecordRangeSection(records, rows: run.rows)
        (section.header, section.footer, section.indexTitle) = (header, footer, id)
        return section
      }
    }
  }

  /// Rows that follow each other and belong to one section.
  private func runs(of page: RecordPage) -> [(section: RecordValue, rows: Range<Int>)] {
    var runs: [(section: RecordValue, rows: Range<Int>)] = []
    for row in 0..<page.count {
      let section = key.section(of: page[row])
      if let last = runs.last, last.section == section {
        runs[runs.count - 1].rows = last.rows.lowerBound..<(row + 1)
      } else {
        runs.append((section, row..<(row + 1)))
      }
    }
    return runs
  }

  // MARK: Words

  private func title(of section: RecordValue, _ record: Record, _ schema: RecordSchema) -> String {
    if key.part == .value, let reference = schema.columns[key.column].reference, reference.isOfOneValue,
      let label = reference.labelField, record[label] != .null
    {
      return record[label].description
    }
    return SectionWords.title(section, key.part, schema.columns[key.column], language: language)
  }

  /// `12 rows · Sum of Price 30.20 · Average of Size 4.5`
  private func footer(_ summary: SectionSummary, _ schema: RecordSchema) -> TitleViewModel? {
    var words: [String] = []
    if countsRows { words.append(summary.count.counted("row", "rows")) }
    for (column, (sum, count)) in zip(added, summary.sums) {
      guard count > 0 else { continue }
      let name = RecordColumns(schema).title(of: column)
      if sums.contains(column) { words.append("Sum of \(name) \(SectionWords.number(sum, schema.columns[column]))") }
      if averages.contains(column) {
        words.append("Average of \(name) \(SectionWords.number(sum / Double(count), schema.columns[column]))")
      }
    }
    return words.isEmpty ? nil : TitleViewModel(words.joined(separator: " · "))
  }

  // MARK: Index

  /// The entries of the index strip; none where there is nothing to jump to.
  package func index(_ summaries: [SectionSummary], _ schema: RecordSchema) -> [(
    short: String, title: String, id: String, position: PagePosition
  )] {
    guard hasIndex, summaries.count > 1 else { return [] }
    return summaries.enumerated().map { place, summary in
      let title =
        summary.label
        ?? SectionWords.title(
          summary.section, key.part, schema.columns[key.column], language: language)
      let short = summary.label.map { String($0.prefix(4)) } ?? SectionWords.short(summary.section, key.part)
      return (
        short, title,
        DOMID.section(indexTitle: summary.section.description), place == 0 ? .first : summary.start
      )
    }
  }
}

import SiteTables
import TableModel

/// Finds the rows that a column can refer to: those for a list, and those that somebody means by what he wrote.
struct ReferenceChoices {
  let entry: SiteMap.DatabaseEntry
  let reference: RecordSchema.Reference
  private let table: any RecordTable
  private let schema: RecordSchema
  private let column: Int

  /// Rows of a list at most; tables with more are searched.
  static let limit = 50
  /// What looking for them may take, in seconds: a form works without.
  private static let seconds = 0.3

  /// - Returns: `nil` where rows can't be looked up.
  init?(_ reference: RecordSchema.Reference, in entry: SiteMap.DatabaseEntry) async {
    guard let table = try? await entry.table(named: reference.table), let schema = try? await table.schema(),
      let column = schema.column(named: reference.column)
    else { return nil }
    self.entry = entry
    self.reference = reference
    self.table = table
    self.schema = schema
    self.column = column
  }

  /// The first rows by their names, and whether that is all of them.
  func first() async -> (options: [FormField.Option], isComplete: Bool) {
    let found = await rows([], limit: Self.limit + 1)
    return (Array(found.prefix(Self.limit)), !found.isEmpty && found.count <= Self.limit)
  }

  /// The rows that somebody means: the one with that key, else those of that name, else those whose names hold it.
  func meant(by text: String) async -> [FormField.Option] {
    let exact = await rows([ColumnFilter(column: column, value: text)], limit: 1)
    if !exact.isEmpty { return exact }
    guard let label = schema.labelColumn else { return [] }
    let named = await rows([ColumnFilter(column: label, value: text)], limit: Self.limit)
    if !named.isEmpty { return named }
    return await rows([ColumnFilter(column: label, condition: .contains, value: text)], limit: Self.limit)
  }

  private func rows(_ filters: [ColumnFilter], limit: Int) async -> [FormField.Option] {
    var query = TableQuery(pageSize: limit, count: .none, values: .excerpt(textBytes: 120))
    query.selection.filters = filters
    if let label = schema.labelColumn { query.sort = [SortTerm(column: label)] }
    guard let page = try? await table.page(query, within: Self.seconds) else { return [] }
    return page.sections.flatMap { section -> [FormField.Option] in
      // Under another schema its columns are others.
      guard let page = (section as? RecordSection)?.page, page.schema === schema else { return [] }
      return (0..<page.count).compactMap { row in
        // What no field can say, or was cut, is no choice.
        let kind = page[row].field(column).kind
        guard kind == .integer || kind == .real || kind == .text else { return nil }
        let value = page[row][column].description
        let title = schema.labelColumn.map { page[row][$0].description } ?? ""
        return FormField.Option(value: value, title: title.isEmpty ? value : title)
      }
    }
  }
}

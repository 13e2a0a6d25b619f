package import SiteTables
import TableArguments
import TableModel

/// Finds the rows that a column can refer to: those for a list, and those that somebody means by what he wrote.
package struct ReferenceChoices {
  private let entry: SiteMap.DatabaseEntry
  private let table: any RecordTable
  private let schema: RecordSchema
  private let column: Int

  /// Rows of a list at most; tables with more are searched.
  static let limit = 50
  /// What looking for them may take, in seconds: a form works without.
  private static let seconds = 0.3

  /// - Returns: `nil` where rows can't be looked up.
  package init?(_ table: String, by column: String, in entry: SiteMap.DatabaseEntry) async {
    guard let known = try? await entry.table(named: table), let schema = try? await known.schema(),
      let place = schema.column(named: column)
    else { return nil }
    self.entry = entry
    self.table = known
    self.schema = schema
    self.column = place
  }

  /// The first rows by their names, and whether that is all of them.
  func first() async -> (options: [FormField.Option], isComplete: Bool) {
    let found = await rows([], limit: Self.limit + 1)
    return (Array(found.prefix(Self.limit)), !found.isEmpty && found.count <= Self.limit)
  }

  /// Where the rows of a text are looked for.
  var address: String {
    entry.address(ofTable: schema.table).below("/-/choices").with([("_column", schema.columns[column].name)])
  }

  /// The rows whose key is a text, or whose names hold it: for somebody who is still writing it.
  package func matching(_ text: String) async -> [FormField.Option] {
    guard !text.isEmpty else { return await first().options }
    let exact = await rows([ColumnFilter(column: column, value: text)], limit: 1)
    guard let label = schema.labelColumn else { return exact }
    let named = await rows([ColumnFilter(column: label, condition: .startswith, value: text)], limit: Self.limit)
    let held =
      named.count < Self.limit
      ? await rows([ColumnFilter(column: label, condition: .contains, value: text)], limit: Self.limit) : []
    var seen: Set<String> = []
    return Array((exact + named + held).filter { seen.insert($0.value).inserted }.prefix(Self.limit))
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

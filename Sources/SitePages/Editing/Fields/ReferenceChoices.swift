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
    var found = await rows([ColumnFilter(column: column, value: text)], limit: 1)
    if let name = schema.labelColumn {
      found += await rows([ColumnFilter(column: name, condition: .startswith, value: text)], limit: Self.limit)
    }
    if found.count < Self.limit { found += await holding(text) }
    var seen: Set<String> = []
    return Array(found.filter { seen.insert($0.value).inserted }.prefix(Self.limit))
  }

  /// What the row is called that a value refers to; `nil` where there is none.
  func name(of value: String) async -> String? {
    await rows([ColumnFilter(column: column, value: value)], limit: 1).first?.title
  }

  /// The rows that somebody means: the one with that key, else those of that name, else those whose names hold it.
  func meant(by text: String) async -> [FormField.Option] {
    let exact = await rows([ColumnFilter(column: column, value: text)], limit: 1)
    if !exact.isEmpty { return exact }
    let names = schema.rowName?.columns ?? []
    if let name = names.first, names.count == 1 {
      let named = await rows([ColumnFilter(column: name, value: text)], limit: Self.limit)
      if !named.isEmpty { return named }
    }
    let found = await holding(text)
    let named = found.filter { $0.title == text }
    return named.isEmpty ? found : named
  }

  /// The rows whose names hold a text: a name of several columns each of its words, in any of them.
  private func holding(_ text: String) async -> [FormField.Option] {
    guard let names = schema.rowName?.columns, !names.isEmpty else { return [] }
    let words = names.count == 1 ? [text] : text.split(separator: " ").map(String.init)
    let conditions = words.map { word in names.map { ColumnFilter(column: $0, condition: .contains, value: word) } }
    return await rows([], conditions, limit: Self.limit)
  }

  private func rows(
    _ filters: [ColumnFilter], _ alternatives: [[ColumnFilter]] = [], limit: Int
  ) async -> [FormField.Option] {
    var query = TableQuery(pageSize: limit, count: .none, values: .excerpt(textBytes: 120))
    query.selection.filters = filters
    query.selection.alternatives = alternatives
    query.sort = schema.rowName?.columns.map { SortTerm(column: $0) } ?? []
    guard let page = try? await table.page(query, within: Self.seconds) else { return [] }
    let records = page.sections.flatMap { section -> [Record] in
      // Under another schema its columns are others.
      guard let page = (section as? RecordSection)?.page, page.schema === schema else { return [] }
      return (0..<page.count).map { page[$0] }
    }.filter { record in
      // What no field can say, or was cut, is no choice.
      let kind = record.field(column).kind
      return kind == .integer || kind == .real || kind == .text
    }
    let contexts = await RowNames(schema, in: entry).contexts(of: records)
    return zip(records, contexts).map { record, context in
      let value = record[column].description
      let name = schema.rowName?.text(of: record) ?? value
      return FormField.Option(value: value, title: context.map { name + RowName.separator + $0 } ?? name)
    }
  }
}

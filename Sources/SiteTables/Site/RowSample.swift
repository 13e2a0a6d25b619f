package import SiteConfiguration
package import TableModel
import TextCoding

/// Some rows of a table, by which it is told whether the site file asks of its columns what they can do. Where there are no rows yet, nothing
/// can be told.
package struct RowSample {
  private let table: any RecordTable
  private let schema: RecordSchema

  /// Rows that are looked at for each column, and the seconds that finding them may take: a table too large for it is believed.
  private static let limit = 100
  private static let seconds = 0.5

  package init(_ table: any RecordTable, _ schema: RecordSchema) { (self.table, self.schema) = (table, schema) }

  /// What of a table's notes would show nothing, or nothing that makes sense.
  package func problems(_ configuration: TableConfiguration) async -> [SiteFileError.Problem] {
    let notes = configuration.notes
    var problems: [SiteFileError.Problem?] = []
    for (names, word) in [(notes.sections?.sums ?? [], "add up"), (notes.sections?.averages ?? [], "average")] {
      for name in names {
        problems.append(
          await problem(with: name, "has no numbers to \(word)") { $0.isNumber || Double($0.description) != nil })
      }
    }
    if let sections = notes.sections, [.year, .month, .day].contains(sections.part) {
      problems.append(
        await problem(with: sections.column, "has no dates to make sections of") {
          CalendarDay.number(String($0.description.prefix(10))) != nil
        })
    }
    for column in notes.columns where column.format != nil || column.unit != nil {
      if case .time(let form)? = column.format {
        problems.append(await problem(with: column.name, "has no days or times in this form") { form.fits($0) })
        continue
      }
      problems.append(
        await problem(with: column.name, "has no numbers to format") { $0.isNumber || Double($0.description) != nil })
    }
    problems.append(await problemOfTree(configuration))
    return problems.compactMap(\.self)
  }

  /// A tree whose rows would all stand beside each other, because the column names none of them.
  private func problemOfTree(_ configuration: TableConfiguration) async -> SiteFileError.Problem? {
    guard let tree = configuration.tree, let name = configuration.notes.tree else { return nil }
    let parents = await values(of: tree.parent)
    guard !parents.isEmpty else { return nil }
    let filter = ColumnFilter(column: tree.key, condition: .in, values: parents.map(\.description))
    guard let found = await rows(filter), found.isEmpty else { return nil }
    let key = schema.columns.indices.contains(tree.key) ? schema.columns[tree.key].name : "rowid"
    return .init(
      "“\(name.text)” of “\(schema.table)” holds no “\(key)” of another row, as a tree needs it", at: name.place)
  }

  private func problem(
    with name: PlacedName, _ words: String, unless isRight: (RecordValue) -> Bool
  ) async -> SiteFileError.Problem? {
    guard let column = schema.column(named: name.text), !schema.columns[column].isComputed else { return nil }
    let values = await values(of: column)
    guard !values.isEmpty, !values.contains(where: isRight) else { return nil }
    return .init("“\(name.text)” of “\(schema.table)” \(words)", at: name.place)
  }

  private func values(of column: Int) async -> [RecordValue] {
    guard let rows = await rows(ColumnFilter(column: column, condition: .notnull, values: [])) else { return [] }
    return rows.map { $0[column] }
  }

  /// - Returns: `nil` where they can't be told in time.
  private func rows(_ filter: ColumnFilter) async -> [Record]? {
    var query = TableQuery(pageSize: Self.limit, count: .none, values: .excerpt(textBytes: 120))
    query.selection.filters = [filter]
    guard let page = try? await table.page(query, within: Self.seconds) else { return nil }
    return page.sections.flatMap { section -> [Record] in
      guard let page = (section as? RecordSection)?.page, page.schema === schema else { return [] }
      return (0..<page.count).map { page[$0] }
    }
  }
}

extension RecordValue {
  fileprivate var isNumber: Bool {
    switch self {
    case .integer, .real: true
    default: false
    }
  }
}

extension StoredTime {
  /// Whether a value stands for a moment.
  fileprivate func fits(_ value: RecordValue) -> Bool {
    switch value {
    case .integer(let number): moment(number) != nil
    case .real(let number): Int64(exactly: number).flatMap(moment) != nil
    case .text(let text):
      self == .midnight ? CalendarDay.number(String(text.prefix(10))) != nil : moment(Array(text.utf8).span) != nil
    case .null, .blob: false
    }
  }
}

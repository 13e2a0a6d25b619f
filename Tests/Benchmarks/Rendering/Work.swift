import TablePages

/// A piece of work whose cost is measured: pages that are there already, and are written.
struct Work {
  let title: String
  /// Writes the page once.
  let run: () throws -> Void
}

extension Work {
  /// What is measured of a page.
  struct Page {
    let pass: RenderingPass
    let works: [Work]

    /// - Parameters:
    ///   - title: what it has: "50 records".
    ///   - writeJSON: writes the same as JSON.
    init(
      _ page: TablePage, _ adapters: AdapterMap, _ title: String,
      writeJSON: @escaping (inout ByteSink) throws -> Void
    ) {
      let pass = RenderingPass(adapters)
      let chrome = CellChrome(sprite: "/icons.svg")
      self.pass = pass
      works = [
        Work(title: "\(title) as HTML") {
          var sink = ByteSink(capacity: 65536)
          _ = try HTMLPageWriter.write(page, pass, chrome: chrome, into: &sink)
        },
        Work(title: "\(title) as JSON") {
          var sink = ByteSink(capacity: 65536)
          try writeJSON(&sink)
        },
      ]
    }
  }

  /// The pages that are measured.
  static func pages(_ database: SQLiteDatabase) async throws -> [Page] {
    guard let table = try await database.table(named: "events") else { return [] }
    return [try await records(table), try mixedCells()] + (try await kinds(table))
  }

  private static let links = RecordLinks(databaseName: "events", tableName: "events", sprite: "/icons.svg")

  private static func records(_ table: any RecordTable) async throws -> Page {
    let columns = RecordColumns(try await table.schema())
    var adapters = AdapterMap()
    try adapters.register(CellAdapter { RecordCell(columns, links: links) })
    let page = try await table.page(TableQuery(count: .none, values: .excerpt(textBytes: 4096)))
    let writer = RecordJSONWriter(columns.schema)
    return Page(page, adapters, "50 records") { try writer.write(page.sections, into: &$0) }
  }

  private static func mixedCells() throws -> Page {
    let page = MixedCells.page
    let adapters = try MixedCells.adapters()
    return Page(page, adapters, "50 mixed cells") { _ = try JSONPageWriter.write(page, adapters, into: &$0) }
  }

  /// Records drawn by one nib for all, and by one of five for each, chosen by a value: what being mixed costs alone.
  private static func kinds(_ table: any RecordTable) async throws -> [Page] {
    guard let records = try await table.page(TableQuery(count: .none)).sections.first as? RecordSection,
      let kind = records.page.schema.column(named: "kind")
    else { return [] }
    let nib = "<b>{{user}}</b> <time>{{ts.time}}</time><p>{{kind}} {{amount}}: {{note}}</p>"
    var values: [RecordValue] = []
    for row in 0..<records.page.count where !values.contains(records.page[row][kind]) {
      values.append(records.page[row][kind])
    }
    return try [1, 5].map { count in
      var adapters = AdapterMap()
      var kinds: [RecordKind] = []
      for number in 0..<count {
        let variant = ViewVariant(UInt16(number))
        let cell = RecordItemCell(try RecordCell(Nib(nib), schema: records.page.schema, links: links))
        try adapters.register(CellAdapter(reuseIdentifier: "kind \(number + 1)", variant: variant) { cell })
        // The last is for whatever is left.
        let conditions =
          number < count - 1 ? [RecordCondition(column: kind, .oneOf([values[number % values.count]]))] : []
        kinds.append(RecordKind(variant: variant, conditions: conditions))
      }
      let section = RecordItemSection(records.page, rows: 0..<records.page.count, kinds: kinds)
      let page = TablePage(title: "Events", sections: [section]), registered = adapters
      return Page(page, registered, "50 records of \(count == 1 ? "1 kind" : "\(count) kinds")") {
        _ = try JSONPageWriter.write(page, registered, into: &$0)
      }
    }
  }
}

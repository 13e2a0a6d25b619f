import TablePages

/// What it costs to write a page that is there already, and to answer a request without a socket.
@main
struct RenderingBenchmark {
  /// Argument: the database with the table of events.
  static func main() async throws {
    guard CommandLine.arguments.count == 2 else { return }
    let database = try SQLiteDatabase.open(path: CommandLine.arguments[1])
    try await measureRecords(database)
    try await measureMixedCells()
    try await measureKinds(database)
    try await measureAnswers(database)
  }

  private static func measureRecords(_ database: SQLiteDatabase) async throws {
    guard let table = try await database.table(named: "events") else { return }
    let columns = RecordColumns(try await table.schema())
    let links = RecordLinks(databaseName: database.name, tableName: "events", sprite: "/icons.svg")
    var adapters = AdapterMap()
    try adapters.register(CellAdapter { RecordCell(columns, links: links) })
    let page = try await table.page(TableQuery(count: .none, values: .excerpt(textBytes: 4096)))
    let writer = RecordJSONWriter(columns.schema)
    try await measure(page, adapters, "50 records") { try writer.write(page.sections, into: &$0) }
  }

  private static func measureMixedCells() async throws {
    let page = MixedCells.page
    let adapters = try MixedCells.adapters()
    try await measure(page, adapters, "50 mixed cells") { _ = try JSONPageWriter.write(page, adapters, into: &$0) }
  }

  /// Records drawn by one nib for all, and by one of five for each, chosen by a value: what being mixed costs alone.
  private static func measureKinds(_ database: SQLiteDatabase) async throws {
    guard let table = try await database.table(named: "events"),
      let records = try await table.page(TableQuery(count: .none)).sections.first as? RecordSection,
      let kind = records.page.schema.column(named: "kind")
    else { return }
    let links = RecordLinks(databaseName: database.name, tableName: "events", sprite: "/icons.svg")
    let nib = "<b>{{user}}</b> <time>{{ts.time}}</time><p>{{kind}} {{amount}}: {{note}}</p>"
    var values: [RecordValue] = []
    for row in 0..<records.page.count where !values.contains(records.page[row][kind]) {
      values.append(records.page[row][kind])
    }
    var pages: [(page: TablePage, adapters: AdapterMap)] = []
    for count in [1, 5] {
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
      pages.append((TablePage(title: "Events", sections: [section]), adapters))
    }
    let chrome = CellChrome(sprite: "/icons.svg")
    let passes = pages.map { RenderingPass($0.adapters) }
    let drawing = zip(pages, passes).map { page, pass in
      { () async throws in
        var sink = ByteSink(capacity: 65536)
        _ = try HTMLPageWriter.write(page.page, pass, chrome: chrome, into: &sink)
      }
    }
    let writing = pages.map { page in
      { () async throws in
        var sink = ByteSink(capacity: 65536)
        _ = try JSONPageWriter.write(page.page, page.adapters, into: &sink)
      }
    }
    for (format, works) in [("HTML", drawing), ("JSON", writing)] {
      let measured = try await Measurement.inTurns(works)
      print(measured[0].line("rendering 50 records of 1 kind as \(format)"))
      let ratio = (measured[1].microseconds / measured[0].microseconds * 100).rounded() / 100
      print(measured[1].line("rendering 50 records of 5 kinds as \(format), \(ratio) x one kind") + "1.3 x")
    }
    for count in passes[1].counts {
      print("cells of \(count.reuseIdentifier)\t\(count.created) created, \(count.dequeued) dequeued\t1 created")
    }
  }

  private static func measure(
    _ page: TablePage, _ adapters: AdapterMap, _ what: String, writeJSON: (inout ByteSink) throws -> Void
  ) async throws {
    let pass = RenderingPass(adapters)
    let chrome = CellChrome(sprite: "/icons.svg")
    let html = try await Measurement {
      var sink = ByteSink(capacity: 65536)
      _ = try HTMLPageWriter.write(page, pass, chrome: chrome, into: &sink)
    }
    print(html.line("rendering \(what) as HTML"))
    let json = try await Measurement {
      var sink = ByteSink(capacity: 65536)
      try writeJSON(&sink)
    }
    print(json.line("rendering \(what) as JSON"))
    for count in pass.counts where count.dequeued > 0 {
      print("cells of \(count.reuseIdentifier)\t\(count.created) created, \(count.dequeued) dequeued\t1 created")
    }
  }

  private static func measureAnswers(_ database: SQLiteDatabase) async throws {
    var site = Site()
    site.databases = [database]
    for cacheBytes in [0, 64 << 20] {
      site.options.pageCacheBytes = cacheBytes
      let server = InProcessServer(handler: try await TableServer(site))
      for suffix in ["", ".json"] {
        let target = "/\(database.name)/events\(suffix)"
        let answer = await Measurement { _ = await server.respond(.get, target) }
        print(
          answer.line(
            "whole answer without a socket, \(suffix.isEmpty ? "HTML" : "JSON")\(cacheBytes > 0 ? ", kept" : "")"))
      }
    }
  }
}

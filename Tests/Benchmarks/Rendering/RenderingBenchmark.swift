import TablePages

/// What it costs to write a page that is there already, to make one of rows in memory, and to answer a request without a socket.
@main
struct RenderingBenchmark {
  /// Arguments: the database with the table of events; and, where one piece of work is looked at by itself, what it is called, and how often it is to be
  /// done, or nothing for the allocations that it takes. `works` answers what there is.
  static func main() async throws { try await run(CommandLine.arguments) }

  /// Away from the main actor, as a server answers.
  @concurrent private static func run(_ arguments: [String]) async throws {
    guard arguments.count > 1 else { return }
    let database = try SQLiteDatabase.open(path: arguments[1])
    let pages = try await Work.pages(database)
    let rows = try RowsInCode()
    guard arguments.count > 2 else {
      try await measure(pages)
      try await measureView()
      try await measure(rows)
      return try await measureAnswers(database)
    }
    if arguments[2] == "works" { print(RowsInCode.title) }
    if arguments[2] == RowsInCode.title { return try await look(at: { try await rows.run(1) }, arguments) }
    for work in pages.flatMap(\.works) + [try .viewAroundRows()] {
      if arguments[2] == "works" { print(work.title) }
      if arguments[2] == work.title { return try await look(at: { try work.run() }, arguments) }
    }
  }

  private static func look(at work: () async throws -> Void, _ arguments: [String]) async throws {
    guard arguments.count > 3 else { return print(try await Measurement(work).allocations ?? 0) }
    for _ in 0..<(Int(arguments[3]) ?? 0) { try await work() }
  }

  private static func measure(_ pages: [Work.Page]) async throws {
    for page in pages {
      for work in page.works { print(try await Measurement { try work.run() }.line("rendering \(work.title)")) }
      for count in page.pass.counts where count.dequeued > 0 {
        print("cells of \(count.reuseIdentifier)\t\(count.created) created, \(count.dequeued) dequeued\t1 created")
      }
    }
    // The last two are the same rows of one kind and of several.
    guard let mixed = pages.last, let alike = pages.dropLast().last else { return }
    for (one, several) in zip(alike.works, mixed.works) {
      let works: [() async throws -> Void] = [one, several].map { work in { try work.run() } }
      let measured = try await Measurement.inTurns(works)
      let ratio = (measured[1].microseconds / measured[0].microseconds * 100).rounded() / 100
      print(measured[1].line("rendering \(several.title), \(ratio) x one kind") + "1.3 x")
    }
  }

  private static func measureView() async throws {
    let view = try Work.viewAroundRows()
    print(try await Measurement { try view.run() }.line("rendering \(view.title)"))
  }

  private static func measure(_ rows: RowsInCode) async throws {
    print(try await Measurement { try await rows.run(1) }.line(RowsInCode.title))
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

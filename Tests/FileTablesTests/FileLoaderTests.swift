import Foundation
import Logging
import SQLiteTables
import SeededNumbers
import TableModel
import Testing

@testable import FileTables

@Suite struct FileLoaderTests {
  let folder: Folder
  init() throws { folder = try Folder() }

  private func loader(_ paths: [String], into name: String = "loaded.sqlite") throws -> FileLoader {
    var logger = Logger(label: "tests")
    logger.logLevel = .critical
    return try FileLoader(paths.compactMap { TableFile(path: $0) }, into: folder.path(name), logger: logger)
  }

  private func load(_ paths: String...) async throws -> FileLoader {
    let loader = try loader(paths)
    try await loader.load()
    return loader
  }

  /// What SQLite's own shell says of the loaded file.
  private func ask(_ sql: String) throws -> [String] {
    try folder.run("sqlite3", "-readonly", "loaded.sqlite", sql).split(separator: "\n").map(String.init)
  }

  private static var chinook: String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../Resources/chinook.sqlite")
      .standardizedFileURL.path
  }

  @Test func everyTableOfChinookComesBackFromCSVAndJSON() async throws {
    let tables = try folder.run(
      "sqlite3", Self.chinook, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    ).split(separator: "\n").map(String.init)
    #expect(tables.count == 11)
    for table in tables {
      try folder.write(
        "\(table).csv", try folder.run("sqlite3", "-csv", "-header", Self.chinook, "SELECT * FROM \(table)"))
      try folder.write(
        "\(table)_json.json", try folder.run("sqlite3", "-json", Self.chinook, "SELECT * FROM \(table)"))
    }
    let loader = try loader(tables.flatMap { [folder.path("\($0).csv"), folder.path("\($0)_json.json")] })
    try await loader.load()
    #expect(loader.progress.snapshot.isComplete)
    for table in tables {
      let original = try folder.run("sqlite3", "-quote", Self.chinook, "SELECT * FROM \(table)")
      let json = try folder.run("sqlite3", "-quote", "loaded.sqlite", "SELECT * FROM \(table)_json")
      // The shell writes reals with twenty digits, which are kept as they stand there.
      let digits = json.replacing(/'(0|[1-9][0-9]*)(\.[0-9]{16,})'/) { "\($0.1)\($0.2)" }
      #expect(digits == original, "\(table)")
      // CSV has no types: what is a text of digits there is a number here, and prints the same.
      let text = try folder.run("sqlite3", Self.chinook, "SELECT * FROM \(table)")
      let csv = try folder.run("sqlite3", "loaded.sqlite", "SELECT * FROM \(table)")
      #expect(csv == text, "\(table)")
    }
    let types = try ask("SELECT group_concat(type) FROM pragma_table_info('Track')")
    #expect(types == ["INTEGER,TEXT,INTEGER,INTEGER,INTEGER,TEXT,INTEGER,INTEGER,REAL(15,2)"])
  }

  @Test func codesStayTheTextsThatTheyAre() async throws {
    let text = "zip,phone,number,amount,flag,none\n00123,+431234,7,1.50,0,\n99999,5551234,-1,2,1,\n"
    _ = try await load(try folder.write("codes.csv", text))
    #expect(
      try ask("SELECT group_concat(type) FROM pragma_table_info('codes')") == [
        "TEXT,TEXT,INTEGER,NUMERIC TEXT,INTEGER,TEXT"
      ])
    #expect(try ask("SELECT * FROM codes") == ["00123|+431234|7|1.50|0|", "99999|5551234|-1|2|1|"])
    #expect(try ask("SELECT count(*) FROM codes WHERE none IS NULL") == ["2"])
  }

  /// The type of a column of these values, and what is stored of them.
  private func stored(_ values: [String], in suffix: String = "csv") async throws -> [String] {
    let isJSON = suffix != "csv"
    let lines = values.map { isJSON ? "{\"v\": \($0)}\n" : "x,\($0)\n" }.joined()
    _ = try await load(try folder.write("stored.\(suffix)", isJSON ? lines : "k,v\n" + lines))
    return try ask(
      """
      SELECT group_concat(t, ' ') FROM (SELECT type AS t FROM pragma_table_info('stored') WHERE name = 'v'
      UNION ALL SELECT typeof(v) || ':' || coalesce(v, '') FROM stored)
      """)
  }

  @Test(arguments: [
    (["1", "-20", "9223372036854775807"], "INTEGER integer:1 integer:-20 integer:9223372036854775807"),
    (["1.50", "20.00", "-0.05"], "REAL(15,2) real:1.5 real:20.0 real:-0.05"),
    (["0.8474337369372327", "0.49543508709194095"], "REAL(15,1) real:0.847433736937233 real:0.495435087091941"),
    (["1.50", "2.555"], "REAL(15,2) real:1.5 real:2.555"),
    (["1", "2.5"], "REAL(15,0) real:1.0 real:2.5"),
    (["1.0", "2.25", "1e-05"], "REAL(15,1) real:1.0 real:2.25 real:1.0e-05"),
    (["1.1", "1.10"], "NUMERIC TEXT text:1.1 text:1.10"),
    (["1", "1.00"], "NUMERIC TEXT text:1 text:1.00"),
    (["1.00E+05", "7"], "NUMERIC TEXT text:1.00E+05 text:7"),
    (["-0", "7"], "NUMERIC TEXT text:-0 text:7"),
    (["-0.0", "7.0"], "NUMERIC TEXT text:-0.0 text:7.0"),
    ([".5", "0.5"], "NUMERIC TEXT text:.5 text:0.5"),
    ([" 7", "12 "], "NUMERIC TEXT text: 7 text:12 "),
    (["123456789012345678", "0.5"], "NUMERIC TEXT text:123456789012345678 text:0.5"),
    (["0.12345678901234567890", "1.5"], "NUMERIC TEXT text:0.12345678901234567890 text:1.5"),
    (["5.", "1"], "TEXT text:5. text:1"), (["+5", "1"], "TEXT text:+5 text:1"), (["007", "1"], "TEXT text:007 text:1"),
    (["0x10", "1"], "TEXT text:0x10 text:1"), (["NaN", "1.5"], "TEXT text:NaN text:1.5"),
    (["inf", "1"], "TEXT text:inf text:1"), (["\"1,000\"", "1"], "TEXT text:1,000 text:1"),
    (["1e5", "1"], "TEXT text:1e5 text:1"), (["99999999999999999999", "1"], "TEXT text:99999999999999999999 text:1"),
    (["true", "false"], "TEXT text:true text:false"), (["2025-10-14", "7"], "TEXT text:2025-10-14 text:7"),
    (["", "\"\"", "7"], "INTEGER null: null: integer:7"),
    (["", "\"\"", "1.1", "1.10"], "NUMERIC TEXT null: null: text:1.1 text:1.10"),
    (["", "\"\"", "x"], "TEXT null: text: text:x"), (["", "\"\""], "TEXT null: text:"),
  ])
  func aValueIsStoredSoThatItsTextComesBack(values: [String], expected: String) async throws {
    #expect(try await stored(values) == [expected])
  }

  @Test(arguments: [
    (["1", "-20"], "INTEGER integer:1 integer:-20"), (["1.50", "20.00"], "REAL(15,2) real:1.5 real:20.0"),
    (["1.10", "1.1"], "NUMERIC TEXT text:1.10 text:1.1"),
    (["1E5", "1e400", "12345678901234567890"], "NUMERIC TEXT text:1E5 text:1e400 text:12345678901234567890"),
    (["-0", "1"], "NUMERIC TEXT text:-0 text:1"),
    (["1.5", "null", "true", "\"1.10\""], " real:1.5 null: text:true text:1.10"),
    (
      ["1111111111111111111111111111111111111111111111111111111111111111111111", "7"],
      " text:1111111111111111111111111111111111111111111111111111111111111111111111 integer:7"
    ),
    (
      ["1111111111111111111111111111111111111111111111111111111111111111111111"],
      "TEXT text:1111111111111111111111111111111111111111111111111111111111111111111111"
    ),
    (["true", "false"], "BOOLEAN integer:1 integer:0"),
    (["12345678901234567890", "\"x\""], " text:12345678901234567890 text:x"),
  ])
  func numbersOfJSONKeepTheirSpelling(values: [String], expected: String) async throws {
    #expect(try await stored(values, in: "ndjson") == [expected])
  }

  @Test func aLateOtherSpellingChangesTheTypeAndNoValue() async throws {
    var text = "version,count\n"
    for number in 0..<25_000 { text += "1.\(number % 9 + 1),\(number).0\n" }
    text += "1.10,7\n"
    _ = try await load(try folder.write("late.csv", text))
    #expect(try ask("SELECT group_concat(type) FROM pragma_table_info('late')") == ["NUMERIC TEXT,NUMERIC TEXT"])
    #expect(try ask("SELECT * FROM late WHERE rowid IN (1, 25000, 25001)") == ["1.1|0.0", "1.7|24999.0", "1.10|7"])
  }

  @Test func aCacheOfAnEarlierFormatIsMadeAnew() async throws {
    let path = try folder.write("a.csv", "x\n1.50\n")
    _ = try await load(path)
    try folder.run("sqlite3", "loaded.sqlite", "UPDATE a SET x = 7; PRAGMA user_version = 1")
    _ = try await load(path)
    #expect(try ask("SELECT x FROM a") == ["1.5"])
  }

  @Test func aLateTextChangesTheTypeAndNoValue() async throws {
    var text = "code,price\n"
    for number in 0..<25_000 { text += "\(number),\(number).50\n" }
    text += "007,n/a\n"
    _ = try await load(try folder.write("late.csv", text))
    #expect(try ask("SELECT group_concat(type) FROM pragma_table_info('late')") == ["TEXT,TEXT"])
    #expect(try ask("SELECT * FROM late WHERE rowid IN (1, 25000, 25001)") == ["0|0.50", "24999|24999.50", "007|n/a"])
    #expect(try ask("SELECT count(*), sum(typeof(price) = 'text') FROM late") == ["25001|25001"])

    #expect(try ask("SELECT count(*) FROM sqlite_schema WHERE name LIKE '%\\_new\\_%' ESCAPE '\\'") == ["0"])
  }

  @Test func jsonKeepsNumbersAndTextsApart() async throws {
    let path = try folder.write(
      "mixed.ndjson",
      "{\"a\": 1, \"b\": \"007\", \"c\": true}\n{\"a\": \"1\", \"b\": \"8\", \"c\": false, \"late\": 2.5}\n")
    _ = try await load(path)
    #expect(
      try ask("SELECT typeof(a), a, typeof(b), b, c, late FROM mixed") == [
        "integer|1|text|007|1|", "text|1|text|8|0|2.5",
      ])
    #expect(try ask("SELECT group_concat(type) FROM pragma_table_info('mixed')") == [",TEXT,BOOLEAN,REAL(15,1)"])
  }

  @Test func packedFilesAreUnpacked() async throws {
    let csv = try folder.write("a.csv", "x,y\n1,2\n")
    try folder.run("gzip", "a.csv")
    try folder.write("b.json", "{\"users\": [{\"n\": 1}], \"a\": [{\"n\": 2}]}")
    try folder.run("gzip", "b.json")
    _ = try await load(csv + ".gz", folder.path("b.json.gz"))
    #expect(try ask("SELECT * FROM a") == ["1|2"])
    #expect(try ask("SELECT users.n, a_2.n FROM users, a_2") == ["1|2"])
  }

  @Test func aPackedFileThatWasCutIsLoadedUpToItsCut() async throws {
    var text = "x,y\n"
    for number in 0..<50_000 { text += "\(number),\(number &* 2_654_435_761 % 1_000_003)\n" }
    let csv = try folder.write("a.csv", text)
    try folder.run("gzip", "a.csv")
    let packed = try Data(contentsOf: URL(fileURLWithPath: csv + ".gz"))
    try packed.prefix(packed.count / 2).write(to: URL(fileURLWithPath: csv + ".gz"))
    let loader = try await load(csv + ".gz")
    #expect(loader.progress.notices(about: "a").contains { $0.table == "a_problems" })
    let problem = try ask("SELECT problem FROM a_problems")[0]
    #expect(problem.contains("is truncated"))
    let count = try ask("SELECT count(*) FROM a")[0]
    #expect((Int(count) ?? 0) > 1000)
  }

  @Test func badLinesAreATable() async throws {
    let loader = try await load(try folder.write("bad.csv", "a,b\n1,2\n3\n4,5,6\n"))
    #expect(try ask("SELECT line, text FROM bad_problems") == ["3|3", "4|4,5,6"])
    #expect(try ask("SELECT * FROM bad") == ["1|2", "3|", "4|5,6"])
    #expect(try ask("SELECT group_concat(type) FROM pragma_table_info('bad')") == ["INTEGER,INTEGER"])
    let notice = try #require(loader.progress.notices(about: "bad").first)
    #expect(notice == TableNotice("Problems in 2 lines of the file", table: "bad_problems"))
  }

  @Test func aTableOfProblemsSaysFromWhichLineOnItLacksSome() async throws {
    let lines = String(repeating: "1,2,3\n", count: ProblemTable.rowLimit + 5)
    _ = try await load(try folder.write("worse.csv", "a,b\n" + lines))
    #expect(try ask("SELECT count(*) FROM worse_problems") == ["\(ProblemTable.rowLimit + 1)"])
    #expect(
      try ask("SELECT problem FROM worse_problems WHERE line = \(ProblemTable.rowLimit + 2)") == [
        "Problems from this line on are not listed: 5 more."
      ])
  }

  @Test func namesThatAreTakenGetANumber() async throws {
    try folder.write("a.csv", "x\n1\n")
    try folder.write("A.tsv", "x\n2\n")
    _ = try await load(folder.path("a.csv"), folder.path("A.tsv"))
    #expect(try ask("SELECT a.x, A_2.x FROM a, A_2") == ["1|2"])
  }

  @Test func aFileThatChangedTakesThePlaceOfItsOldRows() async throws {
    let path = try folder.write("a.csv", "x,y\n1,2\n3\n")
    let loader = try await load(path)
    try folder.write("a.csv", "z\nfirst\nsecond\n")
    try await loader.load()
    #expect(try ask("SELECT z FROM a") == ["first", "second"])
    #expect(try ask("SELECT count(*) FROM sqlite_schema WHERE name LIKE '%problems' OR name LIKE '%new%'") == ["0"])
    try FileManager.default.removeItem(atPath: path)
    try await loader.load()
    #expect(try ask("SELECT z FROM a") == ["first", "second"])
  }

  @Test func aCacheLoadsOnlyWhatChanged() async throws {
    let a = try folder.write("a.csv", "x\n1\n2\n3,4\n")
    let b = try folder.write("b.csv", "x\n1\n")
    try await loader([a, b]).load()
    try folder.run("sqlite3", "loaded.sqlite", "UPDATE a SET x = 'kept'; UPDATE b SET x = 'gone'")
    try folder.write("b.csv", "x\n5\n6\n")
    let again = try loader([a, b])
    #expect(!again.progress.snapshot.isComplete)
    try await again.load()
    #expect(again.progress.notices(about: "a").map(\.table) == ["a_problems"])
    #expect(try ask("SELECT DISTINCT x FROM a") == ["kept"])
    #expect(try ask("SELECT x FROM b") == ["5", "6"])
    // What belongs to no file any more is dropped.
    try await loader([b]).load()
    #expect(try ask("SELECT count(*) FROM sqlite_schema WHERE name IN ('a', 'a_problems')") == ["0"])
  }

  @Test func bytesWithoutAnySenseAreATableAllTheSame() async throws {
    var random = SeededGenerator(seed: 1)
    for number in 0..<20 {
      let bytes = (0..<2000).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      try folder.write("noise\(number).csv", bytes)
      try folder.write("noise\(number).json", Array("[{\"a\": \"".utf8) + bytes)
    }
    for suffix in ["csv", "json"] {
      let loader = try loader((0..<20).map { folder.path("noise\($0).\(suffix)") })
      try await loader.load()
      for number in 0..<20 {
        #expect(!loader.progress.notices(about: "noise\(number)").contains { $0.text.contains("can't be stored") })
      }
    }
  }

  @Test func aFileThatIsGoneIsToldOf() async throws {
    let loader = try await load(folder.path("missing.csv"))
    #expect(loader.progress.snapshot.isComplete)
    #expect(loader.progress.notices(about: "missing").map(\.text) == ["File “missing.csv” not found."])
  }

  @Test func aFileThatGoesAwayLeavesItsRowsAndANotice() async throws {
    let path = try folder.write("a.csv", "x\n1\n")
    let loader = try await load(path)
    #expect(loader.progress.notices(about: "a") == [])
    try FileManager.default.removeItem(atPath: path)
    for _ in 0..<2 {
      try await loader.load()
      #expect(loader.progress.notices(about: "a").map(\.text) == ["The file is gone: these are the rows that it had"])
      #expect(try ask("SELECT x FROM a") == ["1"])
    }
    try folder.write("a.csv", "x\n1\n2\n")
    try await loader.load()
    #expect(loader.progress.notices(about: "a") == [])
    #expect(try ask("SELECT x FROM a") == ["1", "2"])
  }

  @Test func rowsAreThereBeforeAllAre() async throws {
    var text = "x,y\n"
    for number in 0..<200_000 { text += number == 150_000 ? "a line that is told of\n" : "\(number),some text\n" }
    // Loading stops where it tells of that line, until the rows before it have been seen.
    let gate = DispatchSemaphore(value: 0)
    let file = try #require(TableFile(path: try folder.write("long.csv", text)))
    let loader = try FileLoader(
      [file], into: folder.path("loaded.sqlite"), logger: Logger(label: "tests") { _ in HaltingLog(gate: gate) })
    let database = try SQLiteDatabase.open(path: loader.path)
    let loading = Task { try await loader.load() }
    var rows = 0
    let end = ContinuousClock.now + .seconds(300)
    while rows == 0, ContinuousClock.now < end {
      let isLoading = loader.progress.notices(about: "long").contains {
        $0.isTransient && $0.text.contains("rows so far")
      }
      if isLoading, let table = try await database.table(named: "long"),
        let page = try? await table.page(TableQuery(pageSize: 5))
      {
        rows = page.sections.reduce(0) { $0 + (($1 as? RecordSection)?.page.count ?? 0) }
      }
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(rows == 5)
    #expect(!loader.progress.snapshot.isComplete)
    gate.signal()
    try await loading.value
    #expect(try ask("SELECT count(*) FROM long") == ["200000"])
  }

  @Test(arguments: ["a.csv", "a.TSV.gz", "dir.x/b.jsonl", "c.d.json"])
  func filesOfRecordsAreKnownByTheirNames(path: String) throws {
    let file = try #require(TableFile(path: path))
    #expect(["a", "b", "c.d"].contains(file.name))
  }

  @Test(arguments: ["a.sqlite", "csv", ".csv", "a.gz", "a", "a.csv.bz2"])
  func otherFilesAreNotFilesOfRecords(path: String) { #expect(TableFile(path: path) == nil) }
}

import Foundation
import MicroHTTPTesting
import PostgreSQLServer
import PostgreSQLTables
import SQLiteTables
import SeededNumbers
import TablePages
import Testing

/// The same database in a file and on a server gives the same answers to the same addresses.
@Suite struct ChinookTests {
  /// Sites with the one and with the other.
  private struct Sites {
    let folder: URL
    let file, server: TestClient

    /// - Parameter isPooled: whether the server is reached through a pooler.
    init(isPooled: Bool = false) throws {
      let sample = try TestDatabase(
        try Self.python([SiteUnderTest.root.appending(path: "Tests/Resources/chinook-for-postgresql.py").path]))
      let database = try PostgreSQLDatabase.ofTest(sample, named: "chinook", isPooled: isPooled)
      folder = FileManager.default.temporaryDirectory.appending(path: "chinook-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let copy = folder.appending(path: "chinook.sqlite").path
      try FileManager.default.copyItem(atPath: SiteUnderTest.chinook, toPath: copy)
      // Rows by their key there too, not in the order in which they came.
      _ = try Self.python([
        "-c", "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])", copy, Self.keyed,
      ])
      let kept = try SQLiteDatabase.open(path: copy)
      file = try SiteUnderTest.client { $0.databases = [kept] }
      server = try SiteUnderTest.client { $0.databases = [database] }
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    private static let keyed = """
      ALTER TABLE PlaylistTrack RENAME TO old;
      CREATE TABLE PlaylistTrack (PlaylistId INTEGER NOT NULL, TrackId INTEGER NOT NULL, PRIMARY KEY (PlaylistId, TrackId),
        FOREIGN KEY (PlaylistId) REFERENCES Playlist (PlaylistId), FOREIGN KEY (TrackId) REFERENCES Track (TrackId)) WITHOUT ROWID;
      INSERT INTO PlaylistTrack SELECT * FROM old;
      DROP TABLE old;
      CREATE INDEX IFK_PlaylistTrackTrackId ON PlaylistTrack (TrackId);
      """

    private static func python(_ arguments: [String]) throws -> String {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["python3"] + arguments
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      return text
    }

    /// Both answers to an address, without what differs by nature: tokens, times, and what runs the database.
    func compare(_ target: String) async throws {
      let (one, two) = (try await file.get(target), try await server.get(target))
      #expect(one.status == two.status, "\(target)")
      let (expected, found) = (Self.comparable(one.text), Self.comparable(two.text))
      if expected != found {
        let place = zip(expected, found).prefix { $0 == $1 }.count
        Issue.record(
          "\(target): \(found.dropFirst(max(0, place - 60)).prefix(160)) for \(expected.dropFirst(place).prefix(100))")
      }
    }

    private static func comparable(_ text: String) -> String {
      text.replacing(/((_next|_previous)=|"(next|previous)": ?")[^&"<]*/) { "\($0.1)" }
        // The number of all rows is said where it is known already.
        .replacing(/<\/b> (of [0-9,+]+ rows?|rows? match(es)?)/) { _ in "</b>" }
        // Sums of decimals have all of these there: 190.10.
        .replacing(#/("(?:sum|min|max)_\w+":-?\d+\.\d*?)0+(?=[,}])/#) { "\($0.output.1)" }
        .replacing(#/ in [\d.,]+ m?s/#, with: "").replacing(/PostgreSQL [\d.]+/, with: "SQLite")
        .replacing(/SQLite, \d+ [kM]B/, with: "SQLite").replacing(/[\d.,]+ [kM]?B</, with: "<")
        // PostgreSQL says no size of a file.
        .replacing(/"size":(null|\d+)/, with: "\"size\"")
        // A list waits for no counts.
        .replacing(/"table_rows_sum":(null|\d+)/, with: "\"table_rows_sum\"")
        .replacing(/"count":(null|\d+)(,"count_truncated":(true|false))?,"hidden"/, with: "\"hidden\"")
        .replacing(/,"count_truncated":(true|false)/, with: "")
        .replacing(/<td class="number not-on-phones">[^<]*<\/td>/, with: "")
        .replacing(/<a class="button" href="\/chinook\/-\/query.*?<\/a>\s*/.dotMatchesNewlines(), with: "")
    }
  }

  private static let tables = [
    "Album", "Artist", "Customer", "Employee", "Genre", "Invoice", "InvoiceLine", "MediaType", "Playlist",
    "PlaylistTrack",
    "Track",
  ]
  private static let conditions = [
    "exact", "not", "contains", "notcontains", "startswith", "endswith", "gt", "gte", "lt", "lte", "like", "notlike",
    "in",
    "notin", "isnull", "notnull", "isblank", "notblank", "date", "arraycontains",
  ]

  @Test(arguments: Thoroughness.some([false, true]))
  func everyPageFilterSortFacetAndRowIsTheSame(isPooled: Bool) async throws {
    let sites = try Sites(isPooled: isPooled)
    defer { sites.remove() }
    // A list waits for no counts, and not long for columns: on a machine with much to do they come later.
    for client in [sites.file, sites.server] {
      for _ in 0..<100 where try await client.get("/chinook.json").text.contains(#""columns":[]"#) {
        try await Task.sleep(for: .milliseconds(20))
      }
      for _ in 0..<100 {
        let late = try await client.get("/chinook").text.matches(of: /data-late="([^"]+)"/).map { String($0.1) }
        guard !late.isEmpty else { break }
        for address in late { _ = try await client.get(address) }
      }
    }
    try await sites.compare("/chinook.json")
    try await sites.compare("/chinook")
    // Two tables have every type and reference. Through a pooler it is the same code that asks.
    for table in isPooled || !Thoroughness.isFull ? ["Employee", "Invoice"] : Self.tables {
      let path = "/chinook/\(table)"
      let extras = "_extra=columns,count,foreign_key_tables,primary_keys,column_types,suggested_facets&_count=exact"
      for target in [
        ".json?_size=10", ".json?_size=1000&_shape=arrays", ".json?\(extras)", ".csv", ".csv?_stream=on&_labels=on",
        ".ndjson?_stream=on", ".txt", "?_search=rock", ".json?_search=a+b", "?_size=1000&_nocount=on",
      ] {
        try await sites.compare(path + target)
      }
      let object = try await sites.file.get("\(path).json?_size=1000&_extra=primary_keys").object()
      let rows = try #require(object["rows"] as? [[String: Any]])
      let keys = try #require(object["primary_keys"] as? [String])
      for (place, column) in try #require(rows.first?.keys).sorted().enumerated() {
        let values = rows.compactMap { $0[column] is NSNull ? nil : $0[column].map { "\($0)" } }
        // Where nulls stand is the engine's own affair.
        if values.count == rows.count {
          for sort in ["_sort", "_sort_desc"] { try await sites.compare("\(path).json?\(sort)=\(column)&_size=20") }
        }
        try await sites.compare("\(path).json?_facet=\(column)&_size=1")
        let value = values.first?.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        // Over all columns each condition comes several times.
        for condition in Self.conditions.enumerated().filter({ $0.offset % 3 == place % 3 }).map(\.element) {
          try await sites.compare("\(path).json?\(column)__\(condition)=\(value)&_size=5&_extra=count&_count=exact")
        }
        try await sites.compare("\(path)?\(column)=\(value)&_size=5&_nocount=on")
      }
      for row in rows.prefix(8) + rows.suffix(2) {
        let key = keys.map { "\(row[$0] ?? "")" }.joined(separator: ",")
        try await sites.compare("\(path)/\(key).json?_extra=foreign_key_tables")
        try await sites.compare("\(path)/\(key)?_count=exact")
      }
    }
  }

  @Test(arguments: [false, true]) func groupsAreTheSame(isPooled: Bool) async throws {
    let sites = try Sites(isPooled: isPooled)
    defer { sites.remove() }
    for target in [
      "Invoice/-/groups.json?_group=BillingCountry&_sum=Total&_avg=Total&_min=Total&_max=Total",
      "Invoice/-/groups.csv?_group=InvoiceDate&_by=month&_sum=Total&_max=InvoiceDate",
      "Invoice/-/groups.json?_group=InvoiceDate&_by=year&BillingCountry=USA",
      "Invoice/-/groups.json?_group=InvoiceDate&_by=day&_size=3&_next=10",
      "Invoice/-/groups.json?_group=Total&_by=range&_sum=Total",
      "Invoice/-/groups.json?_group=Total&_by=range&_width=2.5&_sort_desc=count",
      "Track/-/groups.json?_group=GenreId&_avg=Milliseconds&_sort_desc=avg_Milliseconds",
      "Track/-/groups.json?_group=Composer&_sum=Bytes&_size=20",
      "Track/-/groups.json?_group=Composer&_sort_desc=count&_search=rock&_sum=UnitPrice",
      "Customer/-/groups.json?_group=State&_min=LastName&_max=LastName&_sort_desc=count",
      "Invoice/-/groups?_group=BillingCountry&_sum=Total&_chart=bars",
    ] { try await sites.compare("/chinook/" + target) }
  }

  @Test(arguments: Thoroughness.isFull ? tables : ["Invoice", "Playlist", "PlaylistTrack"])
  func pagesLeadThroughTheSameRowsInBothDirections(_ table: String) async throws {
    let sites = try Sites()
    defer { sites.remove() }
    var numbers: [[String]] = []
    for client in [sites.file, sites.server] {
      var texts: [String] = [], target = "/chinook/\(table).json?_shape=arrays&_size=200", last = target
      for _ in 0..<100 {
        let object = try await client.get(target).object()
        texts.append("\(object["rows"] ?? "")")
        guard let token = object["next"] as? String else { break }
        last = "/chinook/\(table).json?_shape=arrays&_size=200&_next=\(token)"
        target = last
      }
      for _ in 0..<100 {
        guard let token = try await client.get(target).object()["previous"] as? String else { break }
        target = "/chinook/\(table).json?_shape=arrays&_size=200&_previous=\(token)"
        texts.append("\(try await client.get(target).object()["rows"] ?? "")")
      }
      numbers.append(texts)
    }
    #expect(numbers[0] == numbers[1])
  }
}

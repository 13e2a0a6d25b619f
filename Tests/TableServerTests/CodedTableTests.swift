import Foundation
import MicroHTTP
import MicroHTTPTesting
import RecordViewModels
import SQLiteTables
import SiteConfiguration
import SiteTables
import TableModel
import TableRendering
import TableServer
import Testing

private struct Track: RecordViewModel {
  @Column("TrackId") var id: RowKey
  @Column var name: String
  @Column var composer: String?
  @Column var milliseconds: Int
  @Column("UnitPrice") var price: Double
  var isLong: Bool { milliseconds > 340_000 }
  var accessory: CellAccessory { .checkmark }
}

private struct TrackCell: OutletCell {
  @Outlet var name: String
  @Outlet var minutes: Int
  func configure(with track: Track) { (name, minutes) = (track.name, track.milliseconds / 60_000) }
}

/// Tables of a database with cells and columns in Swift.
@Suite struct CodedTableTests {
  private func client(
    _ yaml: String = "{}", _ nibs: NibSources = NibSources(), _ setUp: (inout TableSetup) -> Void
  ) async throws -> TestClient {
    var site = Site()
    site.file = try SiteFile(yaml: yaml)
    site.nibs = nibs
    site.mount(try SQLiteDatabase.open(path: SiteUnderTest.chinook), at: "/music") { $0.table("track", setUp) }
    return .inProcess(try await TableServer(site))
  }

  // MARK: Cells

  @Test func cellsDrawTheRowsThatTheyAreFor() async throws {
    let client = try await client {
      $0.register(TrackCell.self, nib: "<b>{{name}}</b> {{minutes}} min", where: \.isLong)
    }
    let page = try await client.get("/music/Track?_size=5").text
    #expect(page.contains("<b>For Those About To Rock (We Salute You)</b> 5 min"))
    // The row's own page, unless the view model leads elsewhere.
    #expect(page.contains("<li id=\"row-1\"><a class=\"cell\" href=\"/music/Track/1\">"))
    // A row that the cell isn't for shows its columns.
    #expect(
      page.contains("<li id=\"row-3\">") && page.contains("Fast As a Shark")
        && !page.contains("<b>Fast As a Shark</b> 3"))
    #expect(page.components(separatedBy: ">Checked<").count == 4)
  }

  @Test func theSameCellsStandInSectionsOfData() async throws {
    let client = try await client { $0.register(TrackCell.self, nib: "{{name}}{{minutes}}", where: \.isLong) }
    let object = try await client.get("/music/Track.json?_size=3&_shape=sections").object()
    let sections = try #require(object["sections"] as? [[String: Any]])
    let cells = try #require(sections.first?["cells"] as? [[String: Any]])
    #expect(cells.map { $0["reuse_identifier"] as? String } == ["TrackCell", "TrackCell", "PlainRecordItemCell"])
    #expect((cells[0]["values"] as? [String: Any])?["Milliseconds"] as? Int == 343_719)
    let rows = try await client.get("/music/Track.json?_size=1").rows()
    #expect(rows[0]["Name"] as? String == "For Those About To Rock (We Salute You)")
  }

  @Test func rulesOfTheSiteFileStandBesideThem() async throws {
    let yaml = "databases: {music: {tables: {Track: {cells: [{when: {TrackId: 1}, nib: first}]}}}}"
    let client = try await client(yaml, NibSources(folder: "nibs", sources: ["first": "<i>{{Name}}</i>"])) {
      $0.register(TrackCell.self, nib: "<b>{{name}}</b> {{minutes}}", where: \.isLong)
    }
    let page = try await client.get("/music/Track?_size=3").text
    #expect(
      page.contains("<i>For Those About To Rock (We Salute You)</i>") && page.contains("<b>Balls to the Wall</b> 5"))
  }

  @Test func aRowThatMakesNoViewModelShowsItsColumns() async throws {
    struct Thing: RecordViewModel {
      @Column var id: RowKey
      @Column var size: Int
    }
    struct ThingCell: OutletCell {
      @Outlet var size: Int
      func configure(with thing: Thing) { size = thing.size }
    }
    let sample = try SampleDatabase(
      "create table thing(id integer primary key, size int not null); insert into thing values (1, 5), (2, 'large');")
    defer { sample.remove() }
    let server = try sample.server {
      $0.databases = []
      $0.mount(try SQLiteDatabase.open(path: sample.path), at: "/s") { database in
        database.table("thing") { table in
          table.register(ThingCell.self, nib: "<b>{{size}}</b>")
          table.addColumn("double") { (thing: Thing) in thing.size * 2 }
        }
      }
    }
    let client = TestClient.inProcess(server)
    let page = try await client.get("/s/thing").text
    #expect(page.contains("<b>5</b>") && page.contains("large"))
    let rows = try await client.get("/s/thing.json").rows()
    #expect(rows[0]["double"] as? Int == 10 && rows[1]["double"] is NSNull)
  }

  // MARK: Columns

  private func priced(_ yaml: String = "{}") async throws -> TestClient {
    try await client(yaml) { table in
      table.addColumn("margin", title: "Margin", unit: "$") { (track: Track) in track.price / 4 }
      table.addColumn("credit") { (track: Track) in track.composer.map { "by \($0)" } }
    }
  }

  @Test(arguments: [
    ("/music/Track?_size=1", ["Margin", ">0.2475", "by Angus Young"]),
    ("/music/Track/1", ["Margin", "0.2475", "by Angus Young"]),
    ("/music/Track.json?_size=1", ["\"margin\":0.2475", "\"credit\":\"by Angus Young"]),
    ("/music/Track/1.json", ["\"margin\":0.2475"]),
    ("/music/Track.json?_size=1&_shape=arrays", ["0.2475"]),
    ("/music/Track.json?_size=1&_shape=sections", ["\"margin\":0.2475"]),
    ("/music/Track.csv?_size=1", [",margin,credit\r\n", ",0.2475,\"by Angus Young"]),
    ("/music/Track.csv?_stream=on", [",margin,credit\r\n", ",0.2475,\"by Angus Young"]),
    ("/music/Track.ndjson?_size=1", ["\"margin\":0.2475"]), ("/music/Track.txt?_size=1", ["margin", "0.2475"]),
    ("/music/Track.json?_size=1&_extra=columns", ["\"columns\":[", "\"margin\",\"credit\"]"]),
    ("/music.json", ["\"margin\",\"credit\"]"]),
    ("/music/Track.json?_size=1&_col=margin", ["{\"TrackId\":1,\"margin\":0.2475}"]),
    ("/-/openapi.json", ["\"margin\""]),
  ])
  func computedColumnsStandEverywhere(target: String, texts: [String]) async throws {
    let answer = try await priced().get(target).text
    for text in texts { #expect(answer.contains(text), "\(target): \(text) in \(answer.prefix(3000))") }
  }

  @Test(arguments: [
    "_sort=margin", "_sort_desc=margin", "margin=1", "margin__gt=1", "_facet=margin", "_search_margin=x",
    "_any1.margin=1",
  ])
  func rowsAreNeitherSortedNorFilteredByThem(argument: String) async throws {
    let client = try await priced()
    let answer = try await client.get("/music/Track.json?" + argument)
    let says = answer.text.contains("This table can't") && answer.text.contains("margin")
    #expect(answer.status == .badRequest && says, "\(answer.text)")
  }

  @Test func pagesDontOfferWhatIsRefused() async throws {
    let page = try await priced().get("/music/Track?_size=1").text
    #expect(!page.contains("_sort=margin") && !page.contains(/<option[^>]*>margin/))
  }

  @Test func labelsOfReferencesStayWhatTheyWere() async throws {
    let page = try await priced().get("/music/Track?_size=1").text
    #expect(page.contains("For Those About To Rock We Salute You") && page.contains("MPEG audio file"))
    #expect(try await priced().get("/music/Track.json?_size=2&_sort=Name&_next=").status == .badRequest)
  }

  @Test func theSiteFileNamesThemAsOthers() async throws {
    let yaml = "databases: {music: {tables: {Track: {columns: {margin: {title: What remains}}}}}}"
    #expect(try await priced(yaml).get("/music/Track?_size=1").text.contains("What remains"))
  }

  // MARK: What doesn't fit

  @Test(arguments: [
    ("tracks", "“music” has no table “tracks” to add to"),
    ("Album", "Track doesn't fit the table “Album”: it has no column “TrackId”, but AlbumId, Title, ArtistId"),
  ])
  func whatDoesntFitKeepsTheServerFromStarting(table: String, message: String) async throws {
    var site = Site()
    site.mount(try SQLiteDatabase.open(path: SiteUnderTest.chinook), at: "/music") { music in
      music.table(table) { $0.addColumn("margin") { (track: Track) in track.price } }
    }
    let error = await #expect(throws: (any Error).self) { _ = try await TableServer(site) }
    #expect(error.map { "\($0)" } == message)
  }

  @Test func aColumnThatIsThereCantBeComputed() async throws {
    let error = await #expect(throws: RecordMismatch.self) {
      _ = try await client { $0.addColumn("name") { (track: Track) in track.name } }
    }
    #expect(error?.description == "“name” can't be computed: “Track” has the column “Name”")
  }

  @Test func aNibThatDoesntFitKeepsTheServerFromStarting() async throws {
    await #expect(throws: RegistrationError.self) {
      _ = try await client { $0.register(TrackCell.self, nib: "{{name}}") }
    }
  }

  @Test(arguments: ["/", "/a/b", "/-", "/music"]) func aPathIsOneName(path: String) async throws {
    var site = Site()
    site.mount(try SQLiteDatabase.open(path: SiteUnderTest.chinook), at: "/music")
    site.mount(try SQLiteDatabase.open(path: SiteUnderTest.chinook), at: path)
    await #expect(throws: SiteError.self) { _ = try await TableServer(site) }
  }
}

import Foundation
import HTTPTypes
import MicroHTTP
import MicroHTTPTesting
import SiteConfiguration
import SiteTables
import TableServer
import Testing

/// The first rows of other tables on the page of a row.
@Suite struct RowsInPlaceTests {
  private static let statements = """
    CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT, story TEXT);
    INSERT INTO place VALUES (1, 'Here', 'short'), (2, 'There', NULL);
    CREATE TABLE visit (id INTEGER PRIMARY KEY, place_id INTEGER NOT NULL REFERENCES place, day TEXT);
    CREATE INDEX visits ON visit (place_id);
    INSERT INTO visit (place_id, day) VALUES (1, 'Mon'), (1, 'Tue'), (1, 'Wed'), (1, 'Thu'), (1, 'Fri'), (1, 'Sat');
    """

  private static func sections(_ page: String) -> [String] {
    page.components(separatedBy: "<section class=\"in-place\"").dropFirst().map {
      $0.components(separatedBy: "</section>")[0]
    }
  }

  /// The sections of a page once their rows are counted, and have come in time: other tests share the machine.
  private static func sections(of path: String, _ client: TestClient) async throws -> [String] {
    var found: [String] = []
    for _ in 0..<200 where found.isEmpty {
      found = sections(try await client.get(path + "?_count=exact").text)
      if found.isEmpty { try await Task.sleep(for: .milliseconds(50)) }
    }
    return found
  }

  @Test func theFirstFiveRowsThatReferToARowStandOnItsPage() async throws {
    let section = try #require(try await Self.sections(of: "/chinook/Genre/1", SiteUnderTest.client()).first)
    #expect(section.contains("<bdi>Track</bdi>") && section.contains("href=\"/chinook/Track?GenreId=1\""))
    #expect(section.components(separatedBy: "<tr><th scope=\"row\">").count == 6)
    // What all of them have in common isn't said again.
    #expect(!section.contains("Genre</span>") && section.contains("For Those About To Rock"))
    #expect(!section.contains("/-/new"))
  }

  @Test func aNewRowRefersToTheRow() async throws {
    try await SampleDatabase.withWritable(Self.statements) { client in
      let section = try #require(try await Self.sections(of: "/sample/place/2", client).first)
      #expect(section.contains("No rows yet."))
      let add = "/sample/visit/-/new?value.place_id=2&amp;_return=%2Fsample%2Fplace%2F2"
      #expect(section.contains("href=\"\(add)\""))
      let form = try await client.get(add.replacing("&amp;", with: "&")).text
      #expect(form.contains("value=\"2\"") && form.contains("name=\"_return\" value=\"/sample/place/2\""))
    }
    try await SampleDatabase.withWritable(Self.statements, Grants(.read)) { client in
      let page = try await client.get("/sample/place/1").text
      #expect(!page.contains("/-/new"))
    }
  }

  private static let pairs = """
    CREATE TABLE list (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE song (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE entry (list_id INTEGER NOT NULL REFERENCES list, song_id INTEGER NOT NULL REFERENCES song,
      PRIMARY KEY (list_id, song_id)) WITHOUT ROWID;
    INSERT INTO list VALUES (1, 'Evening'); INSERT INTO song VALUES (7, 'Moon'), (8, 'Stars');
    """

  @Test func whatOnlyNeedsAnotherRowIsAddedOnTheSpot() async throws {
    try await SampleDatabase.withWritable(Self.pairs) { client in
      let section = try #require(try await Self.sections(of: "/sample/list/1", client).first)
      #expect(section.contains("action=\"/sample/entry/-/insert\"") && !section.contains("/-/new"))
      #expect(section.contains("name=\"value.list_id\" value=\"1\""))
      #expect(section.contains("aria-label=\"song_id, to add to entry\""))
      #expect(section.contains("<option value=\"7\">Moon</option>"))
      let back = "/sample/list/1#add-1-field"
      #expect(section.contains("name=\"_return\" value=\"\(back)\""))
      let form = "value.list_id=1&value.song_id=8&_return=%2Fsample%2Flist%2F1%23add-1-field"
      let headers = ["Content-Type": "application/x-www-form-urlencoded"]
      let added = try await client.post("/sample/entry/-/insert", form, headers: headers)
      #expect(added.status == .seeOther && added.headers[.location] == back)
      let shown = try await Self.sections(of: "/sample/list/1", client).first
      #expect(shown?.contains("Stars") == true)
      // What is there already is no second time, which the form says beside its field.
      let again = try await client.post("/sample/entry/-/insert", form, headers: headers)
      #expect(again.status == .badRequest && again.text.contains("value=\"8\""))
    }
    try await SampleDatabase.withWritable(Self.pairs, Grants(.read)) { client in
      let page = try await client.get("/sample/list/1").text
      #expect(!page.contains("/-/insert"))
    }
  }

  @Test func aRowThatSaysMoreHasAFormOfItsOwn() async throws {
    let remark = Self.pairs + "ALTER TABLE entry ADD COLUMN remark TEXT;"
    try await SampleDatabase.withWritable(remark) { client in
      let section = try #require(try await Self.sections(of: "/sample/list/1", client).first)
      #expect(section.contains("/sample/entry/-/new?value.list_id=1") && !section.contains("/-/insert"))
    }
  }

  /// A page doesn't wait for rows of which nobody knows how many they are; a script has them come later.
  @Test func rowsThatAreNotFoundInTimeComeLater() async throws {
    let many = """
      INSERT INTO visit (place_id) WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 300000) SELECT 2 FROM n;
      """
    try await SampleDatabase.withWritable(Self.statements + many) { client in
      let page = try await client.get("/sample/place/2").text
      let counted = "/sample/place/2?_count=exact"
      #expect(Self.sections(page).isEmpty)
      #expect(page.contains("<section id=\"rows-1-part\" data-late=\"\(counted)\" hidden></section>"))
      let section = try #require(try await Self.sections(of: "/sample/place/2", client).first)
      #expect(section.hasPrefix(" id=\"rows-1-part\"") && section.components(separatedBy: "<tr").count == 7)
      #expect(try await !client.get(counted).text.contains("data-late=\""))
    }
  }

  @Test func longTextsAreFolded() async throws {
    let long = String(repeating: "words and ", count: 200) + "the end"
    try await SampleDatabase.withWritable(
      Self.statements + "UPDATE place SET story = '\(long)' WHERE id = 2;"
    ) { client in
      let page = try await client.get("/sample/place/2").text
      #expect(page.contains("<details class=\"fold-text\"><summary>words and ") && page.contains("the end"))
      #expect(try await !client.get("/sample/place/1").text.contains("fold-text"))
    }
  }

  @Test func theHistoryOfARowIsShownToThoseWhoMayReadIt() async throws {
    try await SampleDatabase.withWritable(Self.statements, keepsAudit: true) { client in
      let changed = try await client.post(
        "/sample/place/1/-/update", #"{"update": {"name": "Now"}}"#, headers: ["Content-Type": "application/json"])
      #expect(changed.status == .ok)
      var history: String?
      for _ in 0..<200 where history == nil {
        history = try await Self.sections(of: "/sample/place/1", client).first { $0.contains("id=\"history\"") }
      }
      #expect(history?.contains("update") == true)
      #expect(try await !client.get("/sample/place/2").text.contains("id=\"history\""))
    }
  }
}

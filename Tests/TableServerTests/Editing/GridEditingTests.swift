import Foundation
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteConfiguration
import SiteTables
import TableModel
import Testing

@testable import SitePages
@testable import TableServer

/// Rows chosen and changed on the page of their table.
struct GridEditingTests {
  private static let schema = """
    CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL CHECK (price >= 0), twice AS (price * 2), picture BLOB);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
      INSERT INTO item (id, name, price, picture) SELECT i, 'Item ' || i, i, x'00ff80' FROM n;
    CREATE TABLE code (code TEXT PRIMARY KEY, name TEXT) WITHOUT ROWID;
    INSERT INTO code VALUES ('a/b', 'Slash'), ('7', 'Seven');
    CREATE VIEW cheap AS SELECT * FROM item WHERE price < 10;
    """

  private static func with(
    _ everyone: Grants = Grants(.write), _ change: (inout Site) -> Void = { _ in },
    _ test: (TestClient) async throws -> Void
  ) async throws {
    try await SampleDatabase.withWritable(schema, everyone, change) { try await test($0) }
  }

  private func send(_ client: TestClient, _ path: String, _ body: String) async throws -> TestResponse {
    try await client.post(path, body, headers: ["Content-Type": "application/x-www-form-urlencoded"])
  }

  private func count(_ client: TestClient) async throws -> Int {
    try await client.get("/sample/item.json?_size=max").rows().count
  }

  /// A page without what tells how long it took.
  private func content(_ page: String) -> String { page.replacing(#/in [0-9.]+.?.?s/#, with: "") }

  @Test func rowsCanBeTickedInEditModeAndWhatIsChosenStandsInTheAddress() async throws {
    try await Self.with { client async throws in
      let plain = try await client.get("/sample/item").text
      #expect(!plain.contains("choose-cell"))
      #expect(plain.contains(#"href="/sample/item?_edit=on""#))
      let page = try await client.get("/sample/item?_sort=name&_edit=on&_selected=1&_selected=59").text
      #expect(page.contains(#"name="_selected" form="chosen" aria-label="Select row 1" value="1" checked>"#))
      #expect(page.contains(#"aria-label="Select row 2" value="2">"#))
      #expect(page.contains("2 rows selected"))
      // Rows of other pages stay chosen, and links to them keep it.
      #expect(page.contains(#"<input type="hidden" name="_selected" value="59">"#))
      #expect(page.contains("_sort=name&amp;_selected=1&amp;_selected=59&amp;_edit=on&amp;_next="))
      #expect(page.contains(#"href="/sample/item?_sort=name">Done"#))
      #expect(page.contains(#"<th scope="col" data-edit="name""#))
      // What the database makes by itself can't be changed in its cell.
      #expect(!page.contains(#"data-edit="id""#))
      #expect(!page.contains(#"data-edit="twice""#))
      #expect(page.contains("/sample/item/1/-/edit?_return=%2Fsample%2Fitem"))
    }
  }

  @Test func keysOfAnyTextCanBeChosen() async throws {
    try await Self.with { client async throws in
      let page = try await client.get("/sample/code?_edit=on&_selected=a~2Fb").text
      #expect(page.contains(#"value="a~2Fb" checked>"#))
      #expect(page.contains(#"value="7">"#))
    }
  }

  @Test func thoseWhoReadSeeNothingOfIt() async throws {
    try await Self.with(Grants(.read)) { client async throws in
      let plain = try await client.settled("/sample/item?_sort=name").text
      let page = try await client.settled("/sample/item?_sort=name&_edit=on&_selected=1")
      #expect(page.status == .ok)
      #expect(content(page.text) == content(plain))
      #expect(!plain.contains("_edit"))
      // Such a page is kept like any other.
      #expect(page["ETag"] != nil)
      for path in ["removal?_selected=1", "selection?_selected=1", "paste"] {
        #expect(try await client.get("/sample/item/-/" + path).status != .ok, "\(path)")
      }
    }
  }

  @Test func aViewHasNothingToChoose() async throws {
    try await Self.with { client async throws in
      let page = try await client.get("/sample/cheap?_edit=on&_selected=1")
      #expect(page.status == .ok)
      #expect(!page.text.contains("choose-cell"))
    }
  }

  @Test(arguments: ["_edit=maybe", "_edit=on&" + (1...201).map { "_selected=\($0)" }.joined(separator: "&")])
  func whatMakesNoSenseIsRefused(_ query: String) async throws {
    try await Self.with { client async throws in
      #expect(try await client.get("/sample/item?" + query).status == .badRequest)
    }
  }

  @Test func aChosenRowIsTickedWhereItsPageHasSections() async throws {
    let file = try SiteFile(
      yaml: "databases: {sample: {tables: {item: {sections: {by: price}}}}}")
    try await Self.with(Grants(.write), { $0.file = file }) { client async throws in
      let page = try await client.get("/sample/item?_edit=on&_selected=1").text
      #expect(page.contains(#"value="1" checked>"#))
      #expect(page.contains(#"<th scope="rowgroup" colspan="7">"#))
      // Its box is the only one for it.
      let bar = try #require(page.firstRange(of: #/<form class="actions" id="chosen"(?s:.*?)<\/form>/#))
      #expect(!page[bar].contains(#"type="hidden" name="_selected""#))
    }
  }

  @Test func chosenRowsAreDeletedTogetherAfterAQuestionAndComeBack() async throws {
    try await Self.with { client async throws in
      let question = try await client.get(
        "/sample/item/-/removal?_selected=1&_selected=2&_return=%2Fsample%2Fitem%3F_edit%3Don%26_selected%3D1")
      #expect(question.text.contains("Delete 2 rows?"))
      #expect(!question.text.contains("Change this"))
      let versions = question.text.matches(of: #/name="version" value="([0-9a-f]{16})"/#).map { String($0.1) }
      #expect(versions.count == 2)
      let answer = try await send(
        client, "/sample/item/-/change",
        "_delete=1&row=1&version=\(versions[0])&row=2&version=\(versions[1])&_return=%2Fsample%2Fitem%3F_edit%3Don%26_selected%3D1"
      )
      // What is gone is chosen no longer.
      #expect(answer["Location"] == "/sample/item?_edit=on")
      #expect(try await count(client) == 58)
    }
  }

  @Test func copiesOfRowsHaveKeysOfTheirOwnAndEveryValue() async throws {
    try await Self.with { client async throws in
      let answer = try await send(
        client, "/sample/item/-/change", "_selected=1&_selected=2&_duplicate=%2Fsample%2Fitem%3F_edit%3Don")
      #expect(answer["Location"] == "/sample/item?_selected=61&_selected=62&_edit=on")
      let rows = try await client.get("/sample/item.json?id__gt=60").rows()
      #expect(rows.map { $0["name"] as? String } == ["Item 1", "Item 2"])
      let bytes = try await client.get("/sample/item/61/-/blob/picture")
      #expect(bytes.body == [0, 255, 128])
    }
  }

  @Test func aCopyOfARowWhoseKeySomebodyWritesIsAForm() async throws {
    try await Self.with { client async throws in
      let one = try await send(client, "/sample/code/-/change", "_selected=a~2Fb&_duplicate=%2Fsample%2Fcode")
      #expect(one["Location"] == "/sample/code/-/new?_from=a%7E2Fb&_return=%2Fsample%2Fcode")
      let two = try await send(
        client, "/sample/code/-/change", "_selected=a~2Fb&_selected=7&_duplicate=%2Fsample%2Fcode")
      #expect(two["Location"] == "/sample/code")
      #expect(try await client.get("/sample/code.json").rows().count == 2)
    }
  }

  @Test func chosenRowsAreCopiedAsTextAndAsATableAtOnce() async throws {
    try await Self.with(Grants(.read)) { client async throws in
      let answer = try await client.get(
        "/sample/item/-/copy?_selected=2&_selected=1&_selected=999", headers: ["Accept": "application/json"])
      let data = try answer.object()
      #expect(
        data["text"] as? String
          == "id\tname\tprice\ttwice\tpicture\n2\tItem 2\t2.0\t4.0\t\n1\tItem 1\t1.0\t2.0\t\n")
      #expect((data["html"] as? String)?.hasPrefix("<table><thead><tr><th>id</th>") == true)
      #expect(data["rows"] as? Int == 2)
      let page = try await client.get("/sample/item/-/copy?_selected=2").text
      #expect(page.contains("2\tItem 2\t2.0"))
    }
  }
}

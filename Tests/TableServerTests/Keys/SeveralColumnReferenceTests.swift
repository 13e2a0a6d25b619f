import Foundation
import MicroHTTP
import MicroHTTPTesting
import Testing

@testable import TableServer

/// References of several columns lead to the row that these name together, as those of one column do.
@Suite struct SeveralColumnReferenceTests {
  private static let tables = """
    CREATE TABLE member (club INTEGER, number TEXT, name TEXT, PRIMARY KEY (club, number));
    INSERT INTO member VALUES (1, '7', 'Mara'), (1, 'a,b', 'Tom'), (2, '7', 'Ines');
    CREATE TABLE loan (id INTEGER PRIMARY KEY, club INTEGER, number TEXT, of TEXT, FOREIGN KEY (club, number) REFERENCES member);
    INSERT INTO loan VALUES (1, 1, '7', 'x'), (2, 2, '7', 'x'), (3, 1, 'a,b', 'y'), (4, 1, NULL, 'y'), (5, NULL, '7', 'y'), (6, 2, '7', 'z');
    CREATE TABLE turned (id INTEGER PRIMARY KEY, number TEXT, club INTEGER, FOREIGN KEY (number, club) REFERENCES member (number, club));
    INSERT INTO turned VALUES (1, 'a,b', 1);
    CREATE TABLE code (id INTEGER PRIMARY KEY, land TEXT, "_no" INTEGER, title TEXT, UNIQUE (land, "_no"));
    INSERT INTO code VALUES (1, 'AT', 1, 'Wien'), (2, 'AT', 2, 'Graz'), (3, 'DE', 1, 'Berlin');
    CREATE TABLE visit (id INTEGER PRIMARY KEY, land TEXT, "no" INTEGER, FOREIGN KEY (land, "no") REFERENCES code (land, "_no"));
    INSERT INTO visit VALUES (1, 'AT', 2), (2, 'DE', 1);
    CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO club VALUES (1, 'Rowers'), (2, 'Readers');
    CREATE TABLE both (id INTEGER PRIMARY KEY, number TEXT, club INTEGER REFERENCES club, FOREIGN KEY (club, number) REFERENCES member);
    INSERT INTO both VALUES (1, '7', 2);
    """

  private static let json = ["Content-Type": "application/json"]

  private func links(_ path: String, _ client: TestClient) async throws -> [String] {
    let page = try await client.get(path).text
    return page.matches(of: #/<a href="(/sample/[^"]*)">([^<]*)</a> <small>([^<]*)</small>/#).map {
      "\($0.1) \($0.2) \($0.3)"
    }
  }

  @Test(arguments: TestClient.Transport.allCases)
  func cellsLeadToTheRowByItsName(over transport: TestClient.Transport) async throws {
    try await SampleDatabase.withWritable(Self.tables, over: transport) { client async throws in
      let loans = try await links("/sample/loan", client)
      #expect(
        loans == [
          "/sample/member/1,7 Mara 7", "/sample/member/2,7 Ines 7", "/sample/member/1,a~2Cb Tom a,b",
          "/sample/member/2,7 Ines 7",
        ])
      #expect(try await links("/sample/loan/3", client) == ["/sample/member/1,a~2Cb Tom a,b"])
      #expect(try await links("/sample/loan?_col=of", client) == [])
      #expect(try await links("/sample/loan?_col=number&_size=1", client) == ["/sample/member/1,7 Mara 7"])
      // In whatever order the columns stand, the key has that of its table.
      #expect(try await links("/sample/turned", client) == ["/sample/member/1,a~2Cb Tom 1"])
      // A column that refers to something by itself goes on doing so.
      #expect(
        try await links("/sample/both", client) == ["/sample/member/2,7 Ines 7", "/sample/club/2 Readers 2"])
      for link in ["/sample/member/1,7", "/sample/member/1,a~2Cb"] {
        #expect(try await client.get(link).status == .ok)
      }
    }
  }

  @Test func columnsThatAreNoKeyLeadToAFilteredTable() async throws {
    try await SampleDatabase.withWritable(Self.tables) { client async throws in
      let visits = try await links("/sample/visit", client)
      #expect(
        visits == [
          "/sample/code?land=AT&amp;_no__exact=2 Graz 2", "/sample/code?land=DE&amp;_no__exact=1 Berlin 1",
        ])
      let rows = try await client.get("/sample/code.json?land=AT&_no__exact=2").rows()
      #expect(rows.map { $0["title"] as? String } == ["Graz"])
    }
  }

  @Test func rowsTellWhatRefersToThem() async throws {
    try await SampleDatabase.withWritable(Self.tables) { client async throws in
      let page = try await client.get("/sample/member/2,7").text
      #expect(page.contains("/sample/loan?club=2&amp;number=7") && page.contains("club, number"))
      let row = try await client.get("/sample/member/2,7.json?_extra=foreign_key_tables").object()
      let tables = try #require(row["foreign_key_tables"] as? [[String: Any]])
      let loans = try #require(tables.first { $0["other_table"] as? String == "loan" })
      #expect(loans["count"] as? Int == 2 && loans["link"] as? String == "/sample/loan?club=2&number=7")
      #expect(loans["columns"] as? [String] == ["club", "number"] && loans["column"] == nil)
      #expect(loans["other_columns"] as? [String] == ["club", "number"])
      let turned = try #require(tables.first { $0["other_table"] as? String == "turned" })
      #expect(turned["count"] as? Int == 0)
      #expect(try await client.get("/sample/loan.json?club=2&number=7").rows().count == 2)
      let through = "/sample/member.json?_through={\"table\":\"loan\",\"column\":\"of\",\"value\":\"x\"}"
      let members = try await client.get(through.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? "")
      #expect(try members.rows().map { $0["name"] as? String } == ["Mara", "Ines"])
    }
  }

  @Test func dataHasTheLabels() async throws {
    try await SampleDatabase.withWritable(Self.tables) { client async throws in
      let rows = try await client.get("/sample/loan.json?_labels=on&_size=1").rows()
      let number = try #require(rows.first?["number"] as? [String: String])
      #expect(number == ["value": "7", "label": "Mara"])
      #expect(rows.first?["club"] as? Int == 1)
      let listing = try await client.get("/sample.json").object()
      let tables = try #require(listing["tables"] as? [[String: Any]])
      let loan = try #require(tables.first { $0["name"] as? String == "loan" })
      let outgoing = try #require((loan["foreign_keys"] as? [String: Any])?["outgoing"] as? [[String: Any]])
      #expect(outgoing.count == 1 && outgoing[0]["columns"] as? [String] == ["club", "number"])
      #expect(outgoing[0]["other_columns"] as? [String] == ["club", "number"] && outgoing[0]["column"] == nil)
    }
  }

  /// What one value is called can't be told where it takes two to name a row.
  @Test func facetsAndSectionsShowTheValues() async throws {
    try await SampleDatabase.withWritable(Self.tables) { client async throws in
      let answer = try await client.get("/sample/loan.json?_facet=number&_size=1").object()
      let facets = try #require(answer["facet_results"] as? [String: Any])
      let results = try #require((facets["results"] as? [String: [String: Any]])?["number"]?["results"])
      let labels = (results as? [[String: Any]])?.compactMap { $0["label"] as? String }
      #expect(labels == ["7", "a,b"])
    }
  }

  @Test func aRowThatIsNotThereIsRefusedBesideItsField() async throws {
    try await SampleDatabase.withWritable(Self.tables) { client async throws in
      let refused = try await client.post(
        "/sample/loan/-/insert", "value.club=2&value.number=a%2Cb",
        headers: ["Content-Type": "application/x-www-form-urlencoded"])
      #expect(refused.status != .seeOther && refused.text.contains("No such row in member"))
      let kept = try await client.post(
        "/sample/loan/-/insert", #"{"row": {"club": 1, "number": "a,b"}}"#, headers: Self.json)
      #expect(kept.status == .created)
      let form = try await client.get("/sample/loan/-/new").text
      #expect(form.contains("name=\"value.number\"") && form.contains("name=\"value.club\""))
    }
  }
}

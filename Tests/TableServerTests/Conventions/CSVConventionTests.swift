import MicroHTTP
import MicroHTTPTesting
import TableServer
import Testing

/// "CSV".
@Suite struct CSVConventionTests {
  @Test(arguments: [
    ("", "id,name\r\n1,plain\r\n2,\"odd, \"\"quoted\"\"\"\r\n"),
    ("?_header=off", "1,plain\r\n2,\"odd, \"\"quoted\"\"\"\r\n"), ("?_size=1", "id,name\r\n1,plain\r\n"),
    ("?_size=1&_stream=on", "id,name\r\n1,plain\r\n2,\"odd, \"\"quoted\"\"\"\r\n"),
    ("?_sort_desc=id&_col=id", "id\r\n2\r\n1\r\n"),
  ])
  func linesAreQuotedAndEndedAsTheStandardSays(query: String, expected: String) async throws {
    let answer = try await ConventionSite.get("/odd/kind.csv\(query)")
    #expect(answer["Content-Type"] == "text/csv; charset=utf-8")
    #expect(answer.text == expected)
  }

  @Test func aDownloadHasAName() async throws {
    let answer = try await ConventionSite.get("/odd/kind.csv?_dl=on")
    #expect(answer["Content-Disposition"]?.hasPrefix("attachment; filename=") == true)
    #expect(answer["Content-Disposition"]?.contains("kind.csv") == true)
  }

  @Test func labelsStandInColumnsOfTheirOwn() async throws {
    let answer = try await ConventionSite.get("/odd/thing.csv?_labels=on&_col=kind&_size=2")
    #expect(answer.text == "id,kind,kind_label\r\n1,1,plain\r\n2,2,\"odd, \"\"quoted\"\"\"\r\n")
  }

  @Test func aReferenceWithoutALabelHasItsKey() async throws {
    let sample = try SampleDatabase(
      """
      CREATE TABLE kind (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO kind VALUES (1, 'one'), (2, NULL);
      CREATE TABLE thing (id INTEGER PRIMARY KEY, kind INTEGER REFERENCES kind (id), other INTEGER REFERENCES kind (id));
      INSERT INTO thing VALUES (1, 1, 1), (2, 2, 1);
      CREATE TABLE bare (id INTEGER PRIMARY KEY, size REAL);
      INSERT INTO bare VALUES (7, 1.5);
      CREATE TABLE use (id INTEGER PRIMARY KEY, bare INTEGER REFERENCES bare (id));
      INSERT INTO use VALUES (1, 7), (2, NULL);
      """)
    defer { sample.remove() }
    // As a program that doesn't enforce foreign keys.
    try sample.execute("INSERT INTO thing VALUES (3, 9, NULL)")
    let client = TestClient.inProcess(try sample.server())
    let labelled = try await client.get("/sample/thing.csv?_label=kind")
    #expect(labelled.text == "id,kind,kind_label,other\r\n1,1,one,1\r\n2,2,2,1\r\n3,9,9,\r\n")
    // Rows that have no names at all, too: whoever reads the columns finds them.
    let nameless = try await client.get("/sample/use.csv?_labels=on")
    #expect(nameless.text == "id,bare,bare_label\r\n1,7,7\r\n2,,\r\n")
    let rows = try await client.get("/sample/use.json?_labels=on&_shape=array").text
    #expect(rows == #"[{"id":1,"bare":{"value":7,"label":"7"}},{"id":2,"bare":null}]"#)
    let page = try await client.get("/sample/use.json?_size=0&_extra=expandable_columns").text
    #expect(page.contains(#"[[{"column":"bare","other_table":"bare","other_column":"id"},null]]"#))
  }

  @Test func bytesAreLinksThatAnswerThem() async throws {
    try await ConventionSite.with { client async throws in
      let csv = try await client.get("/odd/thing.csv?_col=bytes&_size=2", headers: ["Host": "data.example.org"]).text
      #expect(csv == "id,bytes\r\n1,http://data.example.org/odd/thing/1.blob?_blob_column=bytes\r\n2,\r\n")
      #expect(try await client.get("/odd/thing/1.blob?_blob_column=bytes").body == [0x00, 0xFF])
      // A result has no rows with addresses.
      #expect(try await client.get("/odd/-/query.csv?sql=select+x'00ff'+as+b").text == "b\r\nAP8=\r\n")
    }
  }

  @Test func theNextPageKeepsWhatWasAskedFor() async throws {
    let link = try #require(try await ConventionSite.get("/odd/thing.csv?_labels=on&_size=1&_header=off")["Link"])
    #expect(link.contains("/odd/thing.csv?") && link.contains("_header=off"))
    #expect(link.ranges(of: "_labels=on").count == 1)
  }
}

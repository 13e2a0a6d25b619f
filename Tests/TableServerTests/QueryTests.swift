import MicroHTTP
import MicroHTTPTesting
import SiteTables
import TableServer
import Testing

@Suite struct QueryTests {
  private static let path = "/chinook/-/query"
  private static let grouped =
    "sql=select+a.Name+as+Artist,+count(*)+as+Albums+from+Artist+a+join+Album+using+(ArtistId)+where+a.Name+like+:name+group+by+1"

  @Test func theFormIsThereBeforeAnythingIsAsked() async throws {
    let page = try await SiteUnderTest.client().get(Self.path)
    #expect(page.status == .ok)
    #expect(page.text.contains("<textarea class=\"statement\" id=\"sql\" name=\"sql\""))
    #expect(page.text.contains("chinook, read-only, stops after 2 s"))
    #expect(!page.text.contains("<table"))
  }

  @Test func theDatabaseLeadsToIt() async throws {
    let page = try await SiteUnderTest.client().get("/chinook").text
    #expect(page.contains("href=\"/chinook/-/query\""))
  }

  @Test func aResultIsAGridWithItsParametersAsFields() async throws {
    let page = try await SiteUnderTest.client().get("\(Self.path)?\(Self.grouped)&name=Iron%25").text
    #expect(page.contains("<label>:name<input name=\"name\" value=\"Iron%\"></label>"))
    #expect(page.contains("<b>1</b> row, 2 columns"))
    #expect(page.contains("Iron Maiden"))
  }

  @Test func resultsAreSortedByTheirHeads() async throws {
    let client = try SiteUnderTest.client()
    let page = try await client.get("\(Self.path)?sql=select+Name+from+Genre").text
    #expect(page.contains("href=\"/chinook/-/query?sql=select+Name+from+Genre&amp;_sort=Name\""))
    let sorted = try await client.get("\(Self.path).json?sql=select+Name+from+Genre&_sort_desc=Name&_size=1").rows()
    #expect(sorted.map { $0["Name"] as? String } == ["World"])
  }

  @Test func dataHaveTheShapesOfTables() async throws {
    let client = try SiteUnderTest.client()
    let query = "sql=select+GenreId,+Name+from+Genre+limit+2"
    let object = try await client.get("\(Self.path).json?\(query)").object()
    #expect(object["ok"] as? Bool == true && object["truncated"] as? Bool == false)
    let arrays = try await client.get("\(Self.path).json?\(query)&_shape=array").text
    #expect(arrays.contains("[{\"GenreId\":1,\"Name\":\"Rock\"}"))
    #expect(try await client.get("\(Self.path).json?\(query)&_shape=arrayfirst").text.hasPrefix("[1,2]"))
    let lines = try await client.get("\(Self.path).json?\(query)&_shape=array&_nl=on")
    #expect(lines["Content-Type"] == "application/x-ndjson")
    let truncated = try await client.get("\(Self.path).json?\(query)&_size=1").object()
    #expect(truncated["truncated"] as? Bool == true)
  }

  @Test(arguments: [
    ("sql=delete+from+Artist", "Only SELECT statements are allowed"),
    ("sql=select+*+from+Artists", "no such table: Artists"),
    ("sql=select+1&_shape=object", "_shape=object is only available on tables"),
    ("sql=select+1&_shape=odd", "Invalid _shape: odd"),
    ("sql=select+1&_size=0", "_size must be a number from 1 to 1000, or max"),
    ("sql=select+1&_nl=", "_nl must be on or off"), ("sql=select+1&_explain=maybe", "_explain must be on or off"),
    ("sql=select+1&_json_infinity=2", "_json_infinity must be on or off"),
    ("", "Enter a query, such as: select 1"),
  ])
  func whatIsWrongIsSaid(query: String, message: String) async throws {
    let answer = try await SiteUnderTest.client().get("\(Self.path).json?\(query)")
    #expect(answer.status == .badRequest)
    #expect(try answer.object()["error"] as? String == message)
  }

  @Test func thePageMarksTheFaultAndNamesWhatMayHaveBeenMeant() async throws {
    let page = try await SiteUnderTest.client().get("\(Self.path)?sql=select%0AArtistsId+from+Artist")
    #expect(page.status == .badRequest)
    #expect(page.text.contains("Syntax error in line 2."))
    #expect(page.text.contains("<pre><mark>ArtistsId</mark> from Artist</pre>"))
    #expect(page.text.contains("Did you mean <code>ArtistId</code>?"))
  }

  @Test func whatIsWrittenIsShownAsText() async throws {
    let attack = "sql=select+'%3C/textarea%3E%3Cscript%3Ealert(1)%3C/script%3E'+as+%22%3Cb%3E%22"
    let page = try await SiteUnderTest.client().get("\(Self.path)?\(attack)").text
    #expect(!page.contains("<script>") && !page.contains("<b>\""))
    #expect(page.contains("&lt;script&gt;alert(1)"))
  }

  @Test func resultsAreThereAsRowsAlone() async throws {
    let client = try SiteUnderTest.client()
    let query = "sql=select+GenreId,+Name+from+Genre+where+GenreId+in+(1,2)"
    let csv = try await client.get("\(Self.path).csv?\(query)&_dl=on")
    #expect(csv.text == "GenreId,Name\r\n1,Rock\r\n2,Jazz\r\n")
    #expect(
      csv["Content-Type"] == "text/csv; charset=utf-8" && csv["Content-Disposition"]?.contains("query.csv") == true)
    #expect(try await client.get("\(Self.path).csv?\(query)&_header=off").text == "1,Rock\r\n2,Jazz\r\n")
    #expect(try await client.get("\(Self.path).ndjson?\(query)").text.hasPrefix("{\"GenreId\":1,\"Name\":\"Rock\"}\n"))
    #expect(try await client.get("\(Self.path).txt?\(query)").text.hasPrefix("GenreId  Name"))
    #expect(try await client.get("\(Self.path).csv?sql=delete+from+Genre").status == .badRequest)
  }

  @Test func queriesCanBeSwitchedOff() async throws {
    let client = try SiteUnderTest.client { $0.options.allowsQueries = false }
    #expect(try await client.get("\(Self.path)?sql=select+1").status == .forbidden)
    #expect(try await client.get("\(Self.path).json?sql=select+1").status == .forbidden)
    #expect(try await !client.get("/chinook").text.contains("-/query"))
  }
}

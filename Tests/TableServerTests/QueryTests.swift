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

/// What stands around statements and their results.
@Suite struct QueryPageTests {
  private static let perCountry =
    "/chinook/-/query?sql=select+BillingCountry,sum(Total)+as+total+from+Invoice+group+by+1"

  @Test func theSchemaStandsBesideAStatement() async throws {
    let page = try await SiteUnderTest.client().get("/chinook/-/query").text
    #expect(page.contains("<summary><bdi>Track</bdi>") && page.contains("data-insert=\"&quot;Track&quot;\""))
    #expect(page.contains("<bdi>GenreId</bdi> <small>Genre</small>"))
    #expect(page.contains("query.") && page.contains("aria-keyshortcuts=\"Control+Enter\""))
  }

  @Test func aResultIsTakenPageByPage() async throws {
    let client = try SiteUnderTest.client()
    let target = "/chinook/-/query?sql=select+TrackId+from+Track+order+by+1&_size=10"
    let first = try await client.get(target).text
    let next = "/chinook/-/query?sql=select+TrackId+from+Track+order+by+1&amp;_size=10&amp;_next=10"
    #expect(first.contains("rel=\"next\" href=\"\(next)\""))
    let second = try await client.get(next.replacing("&amp;", with: "&")).text
    #expect(second.contains(">11<") && !second.contains("\">10</tr>") && second.contains("rel=\"prev\""))
    let last = try await client.get(target + "&_next=3500").text
    #expect(last.contains(">3503<") && !last.contains("rel=\"next\""))
    #expect(try await client.get("/chinook/-/query.json?sql=select+1&_next=x").status == .badRequest)
    let rows = try await client.get("/chinook/-/query.json?sql=select+TrackId+from+Track+order+by+1&_size=2&_next=4")
      .rows()
    #expect(rows.map { $0["TrackId"] as? Int } == [5, 6])
  }

  @Test func aResultIsDrawn() async throws {
    let client = try SiteUnderTest.client()
    let page = try await client.get(Self.perCountry).text
    #expect(page.contains("&amp;_chart=bars\">Bars</a>") && page.contains("&amp;_chart=histogram\">Histogram</a>"))
    #expect(!page.contains("_chart=line"))
    let bars = try await client.get(Self.perCountry + "&_chart=bars").text
    #expect(
      bars.contains("Bar chart: total by BillingCountry. 24 values") && bars.contains("<title>USA: 523.06</title>"))
    let months =
      "/chinook/-/query?sql=select+substr(InvoiceDate,1,7)+as+month,sum(Total)+as+total+from+Invoice+group+by+1&_chart=line"
    #expect(try await client.get(months).text.contains("Line chart: total by month. 60 values"))
  }

  @Test func aFaultIsMarkedWhereItIs() async throws {
    let page = try await SiteUnderTest.client().get("/chinook/-/query?sql=select+%27%C3%A9%27,+nothing+from+Track").text
    #expect(page.contains("data-fault-start=\"12\" data-fault-end=\"19\""))
  }

  @Test func aTablePageLeadsToItsStatement() async throws {
    let client = try SiteUnderTest.client()
    let page = try await client.get("/chinook/Track?GenreId=1&Name__contains=a&_sort_desc=Name").text
    let address = "/chinook/Track/-/sql?GenreId=1&amp;Name__contains=a&amp;_sort_desc=Name"
    #expect(page.contains("href=\"\(address)\""))
    let location = try #require(try await client.get(address.replacing("&amp;", with: "&"))["Location"])
    #expect(location.hasPrefix("/chinook/-/query?sql=SELECT"))
    let rows = try await client.get(location.replacing("/-/query?", with: "/-/query.json?")).rows()
    let expected = try await client.get("/chinook/Track.json?GenreId=1&Name__contains=a&_sort_desc=Name&_size=1000")
      .rows()
    #expect(rows.count == expected.count && rows.count > 100)
    #expect(rows.map { $0["TrackId"] as? Int } == expected.map { $0["TrackId"] as? Int })
    let closed = try SiteUnderTest.client { $0.options.allowsQueries = false }
    #expect(try await closed.get("/chinook/Track/-/sql").status == .forbidden)
    #expect(try await !closed.get("/chinook/Track").text.contains("/-/sql"))
  }
}

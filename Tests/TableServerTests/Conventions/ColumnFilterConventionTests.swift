import MicroHTTP
import MicroHTTPTesting
import SiteTables
import TableServer
import Testing

/// "Which rows: column filters".
@Suite struct ColumnFilterConventionTests {
  @Test(arguments: [
    ("id=2", [2]), ("id__exact=2", [2]), ("id__not=2", [1, 3, 4]), ("name__contains=N", [1]),
    ("name__notcontains=n", [2, 3]), ("name__startswith=t", [2]), ("name__endswith=e", [1]), ("id__gt=3", [4]),
    ("id__gte=3", [3, 4]), ("id__lt=2", [1]), ("id__lte=2", [1, 2]), ("name__like=%25w%25", [2]),
    ("name__notlike=%25w%25", [1, 3]), ("name__glob=o*", [1]), ("id__in=1,3", [1, 3]), ("id__in=[1,3]", [1, 3]),
    ("id__in=+1,+3+", [1, 3]), ("name__in=two+", [2]), ("name__in=[%22two+%22]", []),
    ("id__notin=1,3", [2, 4]), ("name__not=one", [2, 3]), ("name__notin=one", [2, 3]), ("tags__arraycontains=a", [1]),
    ("tags__arraynotcontains=a", [2, 3, 4]),
    ("at__date=2025-10-14", [1, 4]), ("at__isnull=1", [3]), ("at__notnull=1", [1, 2, 4]), ("name__isblank=1", [3, 4]),
    ("name__notblank=1", [1, 2]), ("id__gt=1&id__lt=3", [2]), ("big=9007199254740993", [1]), ("id__gt=10", []),
    ("_where=id>2", [3, 4]), ("_where=id>2&_where=name+is+null", [4]), ("_search=one", [1]), ("_search_name=two", [2]),
  ])
  func conditionsAreMetByTheirRows(query: String, expected: [Int]) async throws {
    let rows = try await ConventionSite.get("/odd/thing.json?\(query)").rows()
    #expect(rows.compactMap { $0["id"] as? Int } == expected)
  }

  @Test func aNameThatBeginsWithAnUnderscoreNeedsItsOperator() async throws {
    try await ConventionSite.with { client async throws in
      #expect(try await client.get("/odd/pair.json?_hidden=h1").rows().count == 2)
      #expect(try await client.get("/odd/pair.json?_hidden__exact=h1").rows().count == 1)
    }
  }

  @Test(arguments: [("nope=1", "Unknown column: nope"), ("id__nope=1", "Unknown operator: nope")])
  func unknownNamesAreBadRequests(query: String, message: String) async throws {
    let answer = try await ConventionSite.get("/odd/thing.json?\(query)")
    #expect(answer.status == .badRequest)
    #expect(try answer.error() == message)
  }

  // MARK: _where

  @Test(arguments: [
    ("id =", "_where is incomplete"), ("nope = 1", "Invalid _where: no such column: nope"),
    ("1) or (1", "Invalid _where: unmatched )"),
    ("(1", "Invalid _where: unclosed ("),
    ("1; delete from thing", "Invalid _where: it contains a semicolon"),
    ("1 -- more", "Invalid _where: it contains a comment"),
    ("1 /* more", "Invalid _where: it contains a comment"),
    ("'open", "Invalid _where: unclosed quote"), ("id = ?", "Invalid _where: it contains a parameter"),
    ("id = :a", "Invalid _where: it contains a parameter"),
    ("count(*) > 0", "Invalid _where: misuse of aggregate function count()"),
    ("1 limit 1", "Invalid _where: near \"limit\": syntax error"),
    ("1 union select 1", "Invalid _where: near \"union\": syntax error"),
    ("load_extension('x')", "Invalid _where: not authorized to use function: load_extension"),
    ("hex(zeroblob(1000000000))", "_where produces a value that is too large"),
    ("json_extract(name, '$')", "Invalid _where: malformed JSON"),
  ])
  func aConditionOfOnesOwnIsOneExpressionThatReads(condition: String, message: String) async throws {
    let argument = ConventionSite.encoded(condition)
    try await ConventionSite.with { client async throws in
      for path in ["/odd/thing.json", "/odd/thing.csv", "/odd/thing/-/facets.json"] {
        let answer = try await client.get("\(path)?_where=\(argument)&_facet=kind")
        #expect(answer.status == .badRequest)
        #expect(try answer.error() == message)
      }
      #expect(try await client.get("/odd/thing.json").rows().count == 4)
    }
  }

  @Test func quotesKeepWhatLooksLikeMore() async throws {
    let argument = ConventionSite.encoded("name || ');--?:a' = 'one);--?:a' and \"name\" = 'one' and [id] = 1")
    #expect(try await ConventionSite.get("/odd/thing.json?_where=\(argument)").rows().count == 1)
  }

  @Test func aConditionThatNeverEndsIsCutByTheClock() async throws {
    let endless = "(with recursive n(i) as (select 1 union all select i+1 from n) select max(i) from n) > 0"
    let answer = try await ConventionSite.get("/odd/thing.json?_where=\(ConventionSite.encoded(endless))")
    #expect(answer.status == .badRequest)
    #expect(try answer.error().hasPrefix("The query exceeded its time limit of "))
  }

  @Test func whereStatementsAreNotAllowedConditionsAreNotEither() async throws {
    try await ConventionSite.with({ $0.options.allowsQueries = false }) { client async throws in
      for path in ["/odd/thing.json", "/odd/thing.csv"] {
        let answer = try await client.get("\(path)?_where=1")
        #expect(answer.status == .forbidden)
        #expect(try answer.error() == "_where= is not allowed")
      }
      #expect(try await client.get("/odd/thing?_where=1").status == .forbidden)
    }
  }

  @Test func aConditionOfOnesOwnGoesWithThePagesAndWithTheirTokens() async throws {
    try await ConventionSite.with { client async throws in
      let page = try await client.settled("/chinook/Track.json?_where=GenreId=1&_size=2&_extra=count").object()
      #expect(page["count"] as? Int == 1_297)
      let token = try #require(page["next"] as? String)
      let next = try await client.get("/chinook/Track.json?_where=GenreId=1&_size=2&_next=\(token)")
      #expect(try next.rows().compactMap { $0["TrackId"] as? Int } == [3, 4])
      #expect(try await client.get("/chinook/Track.json?_where=GenreId=2&_size=2&_next=\(token)").status == .badRequest)
      let html = try await client.get("/chinook/Track?_where=GenreId=1&_sort=Name").text
      #expect(html.contains("Remove filter: SQL  GenreId=1"))
      #expect(html.contains("href=\"/chinook/Track?_sort=Name\""))
      let all = try await client.get("/chinook/Track.csv?_where=GenreId=1&_stream=on").text
      #expect(all.split(separator: "\r\n").count == 1_298)
    }
  }

  // MARK: _through

  @Test func rowsAreFoundThroughATableThatRefersToThem() async throws {
    let argument = ConventionSite.encoded(#"{"table": "playlisttrack", "column": "trackid", "value": 3402}"#)
    try await ConventionSite.with { client async throws in
      let page = try await client.settled(
        "/chinook/Playlist.json?_through=\(argument)&_extra=human_description_en,count")
      #expect(try page.rows().compactMap { $0["PlaylistId"] as? Int } == [1, 8, 9])
      let object = try page.object()
      #expect(object["human_description_en"] as? String == "where playlisttrack.trackid = \"3402\"")
      #expect(object["count"] as? Int == 3)
      let html = try await client.get("/chinook/Playlist?_through=\(argument)&_sort=Name").text
      #expect(html.contains("Remove filter: playlisttrack.trackid is 3402"))
      #expect(html.contains("href=\"/chinook/Playlist?_sort=Name\""))
      let first = try await client.get("/chinook/Playlist.json?_size=1&_through=\(argument)").object()
      let token = try #require(first["next"] as? String)
      let second = try await client.get("/chinook/Playlist.json?_size=1&_through=\(argument)&_next=\(token)")
      #expect(try second.rows().compactMap { $0["PlaylistId"] as? Int } == [8])
      #expect(try await client.get("/chinook/Playlist.json?_size=1&_next=\(token)").status == .badRequest)
    }
  }

  @Test(arguments: [
    ("nope", "_through must be a JSON object with table, column and value"),
    (#"{"table":"PlaylistTrack"}"#, "_through must be a JSON object with table, column and value"),
    (
      #"{"table":"Album","column":"Title","value":"x"}"#,
      "Invalid _through: Album has no column that refers to Playlist"
    ),
    (
      #"{"table":"PlaylistTrack","column":"x\" or 1","value":1}"#,
      "Invalid _through: PlaylistTrack has no column x\" or 1"
    ),
  ])
  func aWayThatIsNotThereIsABadRequest(through: String, message: String) async throws {
    let answer = try await ConventionSite.get("/chinook/Playlist.json?_through=\(ConventionSite.encoded(through))")
    #expect(answer.status == .badRequest)
    #expect(try answer.error() == message)
  }

  // MARK: The form

  @Test(arguments: [
    ("_filter_column=name&_filter_op=contains&_filter_value=o", "?name__contains=o"),
    ("_sort=id&_filter_column=name&_filter_op=exact&_filter_value=one", "?name=one&_sort=id"),
    ("_filter_column=name&_filter_op=isnull&_filter_value=", "?name__isnull=1"),
    (
      "_filter_column_1=id&_filter_op_1=gt&_filter_value_1=1&_filter_column_2=id&_filter_op_2=lt&_filter_value_2=4&id__not=3",
      "?id__not=3&id__gt=1&id__lt=4"
    ),
    ("_filter_column=&_filter_op=exact&_filter_value=x", ""),
  ])
  func theFormLeadsToTheAddressOfItsConditions(query: String, address: String) async throws {
    try await ConventionSite.with { client async throws in
      for suffix in ["", ".json", ".csv"] {
        let answer = try await client.get("/odd/thing\(suffix)?\(query)")
        #expect(answer.status == .found)
        #expect(answer["Location"] == "/odd/thing\(suffix)" + address)
      }
    }
  }
}

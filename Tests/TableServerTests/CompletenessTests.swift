import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteConfiguration
import SiteTables
import Synchronization
import TableModel
import TableServer
import Testing

/// What is answered while rows are still being loaded: nothing that is a part looks like the whole.
@Suite struct CompletenessTests {
  /// What the database says of `Artist`; all other tables are whole.
  private final class Loading: Sendable {
    let artist = Mutex(TableCompleteness.complete)

    subscript(_ table: String?) -> TableCompleteness {
      let artist = artist.withLock(\.self)
      switch table {
      case "Artist": return artist
      case nil: return artist == .loading ? .loading : .complete
      case "Late"?: return artist
      default: return .complete
      }
    }
  }

  private let loading = Loading()
  private let client: TestClient

  init() throws {
    let loading = loading
    client = try SiteUnderTest.client {
      var options = SQLiteDatabase.Options()
      options.completeness = { loading[$0] }
      $0.databases = [try SQLiteDatabase.open(path: SiteUnderTest.chinook, options: options)]
      $0.file = try SiteFile(yaml: "databases: {chinook: {queries: {some: select 1 as one}}}")
    }
  }

  /// Addresses whose JSON has a place to say that it is a part.
  static let enveloped = [
    "/chinook/Artist.json", "/chinook/Artist.json?_shape=arrays", "/chinook/Artist.json?_extra=count&_size=1",
    "/chinook/Artist.json?_facet=Name", "/chinook/Artist/1.json", "/chinook/Artist/-/count.json",
    "/chinook/Artist/-/facets.json?_facet=Name", "/chinook.json", "/chinook/-/search.json?q=ac",
    "/-/search.json?q=ac", "/chinook/-/query.json?sql=select+1", "/chinook/some.json", "/.json", "/-/databases.json",
  ]

  /// Addresses whose answers hold rows and nothing else.
  static let bare = [
    "/chinook/Artist.csv", "/chinook/Artist.ndjson", "/chinook/Artist.txt", "/chinook/Artist.csv?_stream=on",
    "/chinook/Artist.ndjson?_stream=on&_dl=on", "/chinook/Artist.json?_shape=array",
    "/chinook/Artist.json?_shape=array&_nl=on", "/chinook/Artist.json?_shape=arrayfirst",
    "/chinook/Artist.json?_shape=object", "/chinook/Artist.json?_shape=sections", "/chinook/Artist/1.json?_shape=array",
    "/chinook/-/query.csv?sql=select+1", "/chinook/-/query.json?sql=select+1&_shape=array",
    "/chinook/-/query.ndjson?sql=select+1", "/chinook/some.csv",
  ]

  @Test(arguments: enveloped)
  func jsonSaysThatItIsAPart(address: String) async throws {
    loading.artist.withLock { $0 = .loading }
    for _ in 0..<2 {
      let answer = try await client.get(address)
      #expect(answer.status == .ok)
      #expect(answer.text.contains("\"loading\":true"), "\(answer.text.prefix(300))")
      #expect(answer["ETag"] == nil)
    }
    loading.artist.withLock { $0 = .complete }
    let answer = try await client.get(address)
    #expect(answer.status == .ok && !answer.text.contains("loading"))
  }

  @Test(arguments: bare)
  func whatHasNoPlaceToSaySoIsRefused(address: String) async throws {
    loading.artist.withLock { $0 = .loading }
    let answer = try await client.get(address)
    #expect(
      answer.status == .serviceUnavailable && answer["Retry-After"] == "2" && answer["Cache-Control"] == "no-store")
    #expect(answer.text.contains("Rows are still loading; try again in a moment"))
    loading.artist.withLock { $0 = .complete }
    #expect(try await client.get(address).status == .ok)
  }

  @Test(arguments: [
    "/chinook/Artist", "/chinook/Artist/1", "/chinook", "/", "/chinook/-/query?sql=select+1", "/-/search?q=ac",
  ])
  func pagesShowWhatIsThere(address: String) async throws {
    loading.artist.withLock { $0 = .loading }
    let page = try await client.get(address)
    #expect(page.status == .ok && page["ETag"] == nil)
  }

  @Test(arguments: [
    "/chinook/Album.json", "/chinook/Album.csv?_stream=on", "/chinook/Album.json?_shape=array", "/chinook/Album/1.json",
  ])
  func tablesThatAreWholeAreAnsweredAsEver(address: String) async throws {
    loading.artist.withLock { $0 = .loading }
    let answer = try await client.get(address)
    #expect(answer.status == .ok && !answer.text.contains("loading"))
  }

  @Test(arguments: [
    "/chinook/Late", "/chinook/Late.json", "/chinook/Late.csv", "/chinook/Artist/9999", "/chinook/Artist/9999.json",
    "/chinook/Late/-/count.json",
  ])
  func whatIsNotThereYetIsNoMistake(address: String) async throws {
    #expect(try await client.get(address).status == .notFound)
    loading.artist.withLock { $0 = .loading }
    let answer = try await client.get(address)
    #expect(answer.status == .serviceUnavailable && answer["Retry-After"] == "2")
    // A page comes by itself once it is there.
    #expect(answer["Refresh"] == (address.contains(".") ? nil : "2"))
  }

  @Test func dataThatCanNotBeLoadedSayWhy() async throws {
    loading.artist.withLock { $0 = .failed("The file is gone.") }
    for address in [
      "/chinook/Artist.json", "/chinook/Artist.csv", "/chinook/Artist.json?_shape=array",
      "/chinook/Artist/-/count.json",
    ] {
      let answer = try await client.get(address)
      #expect(answer.status == .serviceUnavailable && answer.text.contains("The file is gone."))
    }
    #expect(try await client.get("/chinook/Artist").status == .ok)
    let page = try await client.get("/chinook/Late")
    #expect(page.status == .serviceUnavailable && page.text.contains("The file is gone."))
  }

  @Test func whatWasKeptBeforeIsNotAnsweredMeanwhile() async throws {
    loading.artist.withLock { $0 = .loading }
    _ = try await client.get("/chinook/Artist.json")
    loading.artist.withLock { $0 = .complete }
    let whole = try await client.settled("/chinook/Artist.json")
    #expect(!whole.text.contains("loading") && whole["ETag"] != nil)
  }

  @Test(arguments: [
    ("/chinook/Artist.json", "Rows"), ("/chinook/Artist/-/count.json", "Count"), ("/chinook.json", "Database"),
  ])
  func whatIsSaidIsDescribed(address: String, schema: String) async throws {
    loading.artist.withLock { $0 = .loading }
    let check = SchemaCheck(document: try await client.get("/-/openapi.json").object())
    let answer = try await client.get(address).object()
    #expect(check.failures(answer, ["$ref": "#/components/schemas/\(schema)"]) == [])
  }

  @Test func mistakesAreStillMistakes() async throws {
    loading.artist.withLock { $0 = .loading }
    #expect(try await client.get("/chinook/Artist.json?_shape=nothing").status == .badRequest)
    #expect(try await client.get("/nothing/Artist.json").status == .notFound)
  }
}

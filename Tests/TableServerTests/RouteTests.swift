import Foundation
import MetricsText
import MicroHTTP
import MicroHTTPTesting
import SavedQueries
import Secrets
import SiteAccess
import SiteConfiguration
import TableModel
import TableRendering
import Testing

@testable import SiteTables
@testable import TableServer

/// Every address with every kind of visitor and every method.
@Suite struct RouteTests {
  /// Kinds of visitors, from the one with the fewest rights to the one with the most.
  enum Kind: String, CaseIterable {
    case nobody, stranger, reader, editor, owner

    var permission: Permission? {
      switch self {
      case .nobody, .stranger: nil
      case .reader: .read
      case .editor: .write
      case .owner: .administer
      }
    }
  }

  private struct Boat: CellViewModel {
    let id: RowKey
    var name: String
  }

  /// The map of a site knows no routes, and says by itself which names the paths of tables can't capture.
  @Test func theMapKnowsWhatPathsOfRowsCapture() {
    let captured = (Route.tables + Route.lists + [Route.nowhereInTable]).flatMap(\.captures).map { name in
      name.replacing("...", with: "")
    }
    #expect(Set(captured).subtracting(["database", "table", "list"]) == SiteMap.capturesOfRows)
  }

  /// A site that nobody unknown may read, and the headers of each kind of visitor.
  private static func with(_ test: (TestClient, [Kind: [String: String]]) async throws -> Void) async throws {
    let sample = try SampleDatabase(
      "CREATE TABLE doc (id INTEGER PRIMARY KEY, title TEXT); INSERT INTO doc VALUES (1, 'one')")
    defer { sample.remove() }
    let tokens = Dictionary(uniqueKeysWithValues: Kind.allCases.dropFirst().map { ($0, SecretToken()) })
    let accounts = tokens.map { kind, token in
      let roles = kind.permission.map { ", roles: [\($0)]" } ?? ""
      return "  \(kind): {hash: \"\(token.hash)\"\(roles)}\n"
    }
    var site = Site()
    site.databases = [try sample.writable()]
    site.access = try AccessFile(
      yaml: "everyone: none\nroles: {read: read, write: write, administer: administer}\ntokens:\n" + accounts.joined())
    site.file = try SiteFile(
      yaml:
        "databases: {sample: {queries: {rename: {sql: \"UPDATE doc SET title = :title WHERE id = 0\", write: true}}}}")
    let saved = sample.path + "-queries"
    defer { try? FileManager.default.removeItem(atPath: saved) }
    try site.saveQueries(in: saved)
    _ = try await site.savedQueries?.save(
      .init(name: "All", statement: "SELECT * FROM doc", isShared: true), in: "sample", by: "owner")
    let words = try MemoryTable("Words", rows: [Word(id: 1, text: "one")])
    let boats = try MemoryTable(
      "Boats", columns: [.init("name", \.name)], rows: [Boat(id: 1, name: "Fram")])
    site.mount(words, at: "/tools/words") { $0.register(WordCell.self, nib: WordCell.nib) }
    site.mount(boats, at: "/tools/boats")
    let client = TestClient.inProcess(try TableServer(unchecked: site, metrics: PrometheusMetrics().factory))
    try await test(client, tokens.mapValues { ["Authorization": "Bearer \($0.text)"] })
  }

  /// The places where a route's path leads to something.
  private static func paths(_ route: Route) -> [String] {
    let path = route.path.replacing("{key}", with: "1").replacing("{column}", with: "title")
      .replacing("{list...}", with: "tools/words").replacing("{folder...}", with: "tools")
      .replacing("{file...}", with: "tablepages.css")
    guard route.name != "runQuery" else { return ["/sample/rename/-/run"] }
    guard path.contains("{table}") else { return [path.replacing("{database}", with: "sample")] }
    let inDatabase = path.replacing("{database}/{table}", with: "sample/doc")
    // Tables built in code have their own way of copying.
    guard !["copy", "value", "drop", "statement"].contains(route.name), !route.name.hasPrefix("tableSchema") else {
      return [inDatabase]
    }
    return [inDatabase, path.replacing("{database}/{table}", with: "tools/boats")]
  }

  private static func request(
    _ client: TestClient, _ method: Method, _ path: String, _ headers: [String: String]?
  ) async throws -> TestResponse {
    var headers = headers ?? [:]
    if method == .post { headers["Content-Type"] = "application/json" }
    // No row has that version, so that none is deleted.
    let body = method == .post ? #"{"version": "0000000000000000"}"# : ""
    return try await client.send(method, path, headers: headers, body: Array(body.utf8))
  }

  private static func mayAsk(_ kind: Kind, _ route: Route) -> Bool {
    switch route.requirement {
    case .nothing, .filtered: true
    case .read: kind.permission != nil
    case .write: kind.permission.map { $0 >= .write } ?? false
    case .administer, .administerTables: kind.permission == .administer
    }
  }

  @Test func eachAddressIsRefusedToThoseWhoLackTheRightForIt() async throws {
    try await Self.with { client, visitors in
      for route in Route.all {
        for path in Self.paths(route) {
          for kind in Kind.allCases {
            for method in [Method.get, .head, .post] where route.answers(method) {
              let answer = try await Self.request(client, method, path, visitors[kind])
              let what: Comment = "\(kind) \(method) \(path): \(answer.status.code)"
              if Self.mayAsk(kind, route) {
                // Tables in memory that take no changes say so to those who might make them.
                let isReadOnly =
                  path.hasPrefix("/tools/") && route.requirement == .write || route.name == "databaseFile"
                // A saved query is changed by its owner alone, who deletes it here.
                if route.name.hasSuffix("SavedQuery") {
                  let isOwners = kind == .owner || ["newSavedQuery"].contains(route.name)
                  #expect((answer.status == .forbidden) == !isOwners && answer.status.code < 500, what)
                  continue
                }
                // Of folders nobody sees those in which there is nothing to read.
                let isEmptyFolder = route.name == "folder" && kind.permission == nil
                #expect(answer.status != .unauthorized && answer.status != .methodNotAllowed, what)
                #expect((answer.status == .forbidden) == isReadOnly, what)
                #expect(answer.status.code < 500 && (answer.status != .notFound || isEmptyFolder), what)
              } else {
                #expect(answer.status == (kind == .nobody ? .unauthorized : .forbidden), what)
                #expect(!answer.text.contains("Fram") && !answer.text.contains("one</"), what)
              }
            }
          }
        }
      }
    }
  }

  @Test func otherMethodsAreToldWhichThereAre() async throws {
    try await Self.with { client, visitors in
      for route in Route.all {
        for path in Self.paths(route) {
          for kind in [Kind.nobody, .owner] {
            for method in [Method.get, .head, .post, .put, .patch, .delete] where !route.answers(method) {
              let answer = try await Self.request(client, method, path, visitors[kind])
              #expect(answer.status == .methodNotAllowed, "\(kind) \(method) \(path)")
              #expect(answer["Allow"] == route.methods + ", OPTIONS", "\(kind) \(method) \(path)")
            }
            let options = try await client.options(path)
            #expect(options.status == .noContent && options["Allow"] == route.methods + ", OPTIONS", "\(path)")
          }
        }
      }
    }
  }

  @Test func eachAnswerSaysThatItsTypeIsItsType() async throws {
    try await Self.with { client, visitors in
      for path in Route.all.flatMap(Self.paths) {
        for (kind, method) in [(Kind.nobody, Method.get), (.owner, .get), (.owner, .post), (.owner, .options)] {
          let answer = try await Self.request(client, method, path, visitors[kind])
          #expect(answer.values("X-Content-Type-Options") == ["nosniff"], "\(kind) \(method) \(path)")
        }
      }
    }
  }

  @Test func whatAnotherSiteSendsIsRefusedEverywhere() async throws {
    try await Self.with { client, visitors in
      for route in Route.all where route.answers(.post) {
        for path in Self.paths(route) {
          var headers = try #require(visitors[.owner])
          headers["Sec-Fetch-Site"] = "cross-site"
          headers["Origin"] = "https://elsewhere.example"
          let answer = try await Self.request(client, .post, path, headers)
          #expect(answer.status == .forbidden && answer.text.contains("another site"), "\(path)")
        }
      }
    }
  }

  @Test func eachAddressHasItsOwnNameAndPath() {
    #expect(Set(Route.all.map(\.name)).count == Route.all.count)
    #expect(Set(Route.all.map(\.path)).count == Route.all.count)
    for route in Route.all { #expect(!route.methods.isEmpty && !route.summary.isEmpty, "\(route.name)") }
  }

  @Test func twoTablesCannotHaveOneAddress() throws {
    var site = Site()
    let table = MemoryTable(TableContents<Word>(title: "Words"))
    for path in ["/words", "/words/-/copy"] { site.mount(table, at: path) }
    #expect(throws: SiteError.repeatedPath("/words/-/copy")) {
      try TableServer(unchecked: site)
    }
  }
}

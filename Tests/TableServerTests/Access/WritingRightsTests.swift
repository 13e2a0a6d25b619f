import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import Secrets
import SiteTables
import Testing

@testable import TableServer

/// A change that nobody may ask for is refused, logged, and changes nothing.
@Suite struct WritingRightsTests {
  private static let statements = """
    create table orders (id integer primary key, item text);
    insert into orders values (1, 'towel');
    create table wages (id integer primary key, sum text);
    """
  private static let json = ["Content-Type": "application/json", "Host": "tables.example"]
  private static let row = #"{"row": {"item": "tea"}}"#

  /// Runs a test with a site that everyone may read, where `ada` may do everything and `bob` nothing more.
  private func with(_ everyone: String = "read", _ test: (AccessSite) async throws -> Void) async throws {
    let sample = try SampleDatabase(Self.statements)
    defer { sample.remove() }
    let site = try AccessSite(everyone: everyone) {
      $0.databases = [try sample.writable()]
    }
    try await test(site)
  }

  private func items(_ site: AccessSite) async throws -> [String] {
    try await site.client.get("/sample/orders.json").rows().compactMap { $0["item"] as? String }
  }

  private func insert(_ site: AccessSite, _ headers: [String: String]) async throws -> TestResponse {
    try await site.client.post("/sample/orders/-/insert", Self.row, headers: Self.json.merging(headers) { $1 })
  }

  @Test func whoeverMayWriteDoes() async throws {
    try await with { site in
      let cookie = try await site.cookie(of: "ada")
      let answer = try await insert(site, AccessSite.ownOrigin.merging(["Cookie": cookie]) { $1 })
      #expect(answer.status == .created)
      #expect(try await items(site) == ["towel", "tea"])
      #expect(site.log.all.isEmpty)
    }
  }

  @Test func withoutRightsNothingIsChanged() async throws {
    try await with { site in
      let bob = AccessSite.ownOrigin.merging(["Cookie": try await site.cookie(of: "bob")]) { $1 }
      let attempts: [(headers: [String: String], status: Status)] = [
        ([:], .unauthorized), (bob, .forbidden), (["Authorization": "Bearer \(site.token.text)"], .forbidden),
        (["Authorization": "Bearer \(AccessSite.oldToken.text)"], .unauthorized),
        (["Authorization": "Bearer nothing"], .unauthorized),
      ]
      for (headers, status) in attempts {
        let answer = try await insert(site, headers)
        #expect(answer.status == status, "\(headers)")
        #expect(try answer.object()["ok"] as? Bool == false)
        #expect((answer["WWW-Authenticate"] != nil) == (status == .unauthorized))
      }
      for path in ["update", "delete"] {
        let answer = try await site.client.post(
          "/sample/orders/1/-/\(path)", #"{"update": {"item": "x"}}"#, headers: Self.json.merging(bob) { $1 })
        #expect(answer.status == .forbidden)
      }
      #expect(try await items(site) == ["towel"])
      #expect(site.log.all.count == attempts.count + 2)
      #expect(site.log.all[1].hasPrefix("refused: POST /sample/orders/-/insert of bob from in-process"))
    }
  }

  @Test(arguments: [
    ["Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"],
    ["Origin": "http://tables.example.evil.example"], ["Origin": "null"], [:], ["Sec-Fetch-Site": "same-site"],
  ])
  func nothingIsChangedInSomebodysNameByAnotherSite(headers: [String: String]) async throws {
    try await with { site in
      var headers = headers
      headers["Cookie"] = try await site.cookie(of: "ada")
      #expect(try await insert(site, headers).status == .forbidden)
      #expect(try await items(site) == ["towel"])
      #expect(site.log.all.count == 1)
    }
  }

  @Test func aFormThatIsSentAgainAfterSigningOutIsRefused() async throws {
    try await with { site in
      let cookie = try await site.cookie(of: "ada")
      let headers = AccessSite.form.merging(AccessSite.ownOrigin) { $1 }.merging(["Cookie": cookie]) { $1 }
      func send() async throws -> TestResponse {
        try await site.client.post("/sample/orders/-/insert", "value.item=tea", headers: headers)
      }
      #expect(try await send().status == .seeOther)
      let before = try await items(site)
      #expect(try await site.client.post("/-/sign-out", "", headers: headers).status == .seeOther)
      let refused = try await send()
      #expect(refused.status == .unauthorized && refused.text.contains("Sign in to change"))
      #expect(try await items(site) == before)
    }
  }

  @Test func whoMayWriteOneTableWritesNoOther() async throws {
    try await with("{sample: {orders: write}}") { site in
      #expect(try await insert(site, [:]).status == .created)
      #expect(try await items(site) == ["towel", "tea"])
      let answer = try await site.client.post(
        "/sample/wages/-/insert", #"{"row": {"sum": "1"}}"#, headers: Self.json)
      #expect(answer.status == .unauthorized)
      #expect(try await site.client.get("/sample/WAGES.json").status == .unauthorized)
    }
  }
}

import MicroHTTP
import MicroHTTPTesting
import Secrets
import SiteConfiguration
import SiteTables
import Testing

@testable import SiteAccess
@testable import TableServer

@Suite struct SiteRestrictionTests {
  private static let file = """
    allow: {id: "*"}
    databases:
      chinook:
        allow: {id: [ada, bob]}
        tables:
          Customer: {allow: {id: ada}}
          Genre: {allow: true}
          Invoice: {allow: false}
          Artist: {allow: {unauthenticated: true}}
          Employee: {allow: {role: boss}}
          Playlist: {allow: {id: bob, roles: [clerk, boss]}}
          Album: {allow: {role: "*"}}
    """

  private func visitor(_ name: String?, _ roles: [String]) throws -> Visitor {
    let restrictions = SiteRestriction.all(try SiteFile(yaml: Self.file))
    let everyone = Grants(.read).restricted(restrictions)
    let account = name.map { name in
      AccessFile.Account(
        name: name, proof: .token(SecretToken().hash, expires: nil),
        roles: roles.map { AccessFile.Role($0, Grants()) })
    }
    return Visitor(roles: [everyone] + (account.map { [Grants(restrictions, for: $0)] } ?? []))
  }

  @Test(
    arguments: [
      (nil, [], "Genre Artist"), ("cleo", [], "Genre Artist"), ("bob", [], "Track Genre Artist Playlist"),
      ("ada", [], "Track Customer Genre Artist"), ("cleo", ["boss"], "Genre Artist Employee Playlist Album"),
      ("cleo", ["guest", "clerk"], "Genre Artist Playlist Album"), ("boss", ["bob"], "Genre Artist Album"),
    ] as [(String?, [String], String)])
  func aSiteFileSaysWhoMayRead(name: String?, roles: [String], readable: String) throws {
    let visitor = try visitor(name, roles)
    let tables = ["Track", "Customer", "Genre", "Invoice", "Artist", "Employee", "Playlist", "Album"]
    #expect(
      tables.filter { visitor.permission("chinook", $0) != nil } == readable.split(separator: " ").map(String.init))
    #expect((visitor.permission("other", nil) != nil) == (name != nil))
    #expect(visitor.permission("chinook", "INVOICE") == nil)
  }

  @Test func whatAFileRestrictsShowsNowhere() async throws {
    let site = try AccessSite { $0.file = try SiteFile(yaml: Self.file) }
    let page = try await site.client.get("/chinook")
    #expect(page.text.contains("Genre") && !page.text.contains("Employee") && !page.text.contains("Invoice"))
    #expect(try await site.client.get("/chinook/Customer").status == .unauthorized)
    let bob = ["Cookie": try await site.cookie(of: "bob")]
    #expect(try await site.client.get("/chinook/Customer", headers: bob).status == .forbidden)
    #expect(try await site.client.get("/chinook/Track", headers: bob).status == .ok)
    // A role that an access file grants opens all of it.
    let ada = ["Cookie": try await site.cookie(of: "ada")]
    #expect(try await site.client.get("/chinook/Invoice", headers: ada).status == .ok)
    // Another file closes what this one leaves open.
    try site.server.reload(try SiteFile(yaml: "allow: false"), nibs: NibSources())
    #expect(try await site.client.get("/chinook/Genre").status == .unauthorized)
    #expect(try await site.client.get("/chinook/Track", headers: bob).status == .forbidden)
  }

  @Test func withoutAnAccessFileRestrictionsHoldForAll() async throws {
    let client = try SiteUnderTest.client { $0.file = try SiteFile(yaml: Self.file) }
    #expect(try await client.get("/chinook/Genre").status == .ok)
    #expect(try await client.get("/chinook/Track").status == .forbidden)
    #expect(try await client.get("/chinook/-/query?sql=select+*+from+Invoice").status == .forbidden)
  }
}

import MicroHTTP
import MicroHTTPTesting
import Secrets
import SiteConfiguration
import SitePages
import SiteTables
import Testing

@testable import TableServer

@Suite struct AllowedNamesTests {
  @Test func aRoleOpensWhatTheSiteFileSays() async throws {
    let site = try AccessSite {
      $0.file = try SiteFile(yaml: "databases: {chinook: {tables: {Customer: {allow: {role: readers}}}}}")
      $0.access?.roles = [AccessFile.Role("readers", Grants())]
      for place in $0.access?.accounts.indices ?? 0..<0 where $0.access?.accounts[place].name == "reader" {
        $0.access?.accounts[place].roles = [AccessFile.Role("readers", Grants())]
      }
    }
    let token = ["Authorization": "Bearer \(site.token.text)"]
    #expect(try await site.client.get("/chinook/Customer.json", headers: token).status == .ok)
    #expect(try await site.client.get("/chinook/Customer.json").status == .unauthorized)
    let bob = ["Cookie": try await site.cookie(of: "bob")]
    #expect(try await site.client.get("/chinook/Customer.json", headers: bob).status == .forbidden)
  }

  @Test(arguments: [
    ("allow: {id: adda}", "1:13: Unknown user or token “adda”; did you mean “ada”?"),
    ("allow: {id: [ada, \"*\", zzzzzz]}", "1:24: Unknown user or token “zzzzzz”"),
    ("allow: {role: owner}", "1:15: Unknown role “owner”; did you mean “owners”?"),
    (
      "databases: {chinook: {tables: {Genre: {allow: {roles: [readers, reeders]}}}}}",
      "1:65: Unknown role “reeders”; did you mean “readers”?"
    ),
    ("allow_sql: {roles: [ownrs]}", "1:21: Unknown role “ownrs”; did you mean “owners”?"),
    (
      "databases: {chinook: {queries: {q: {sql: select 1, allow: {role: reader}}}}}",
      "1:66: Unknown role “reader”; did you mean “readers”?"
    ),
  ])
  func namesThatTheAccessFileDoesNotHaveAreTold(yaml: String, problem: String) async throws {
    let site = try AccessSite { $0.file = try SiteFile(yaml: yaml) }
    #expect(try await site.server.problemsOfFile().map(\.description) == [problem])
    // They are held against the file as it is now.
    site.server.reload(AccessFile())
    #expect(try await site.server.problemsOfFile().count >= 1)
    let client = try SiteUnderTest.server { $0.file = try SiteFile(yaml: yaml) }
    #expect(try await client.problemsOfFile().isEmpty)
  }

  @Test(arguments: [
    ("allow: ada", "1:8: allow must be true, false, or users and roles, such as {id: ada} or {role: clerks}"),
    ("allow: {rolles: [ada]}", "1:9: Unknown key “rolles”; did you mean “roles”?"),
    ("allow: {unauthenticated: 1}", "1:26: unauthenticated must be true or false"),
    ("allow: {roles: {a: b}}", "1:16: roles must be a list of names, such as [price, name]"),
  ])
  func whatSaysNothingOfAnybodyIsAMistake(yaml: String, problem: String) throws {
    let error = try #require(throws: SiteFileError.self) { try SiteFile(yaml: yaml) }
    #expect(error.problems.map(\.description) == [problem])
  }

  @Test func whatOnlyOthersHaveIsTakenAndRemarkedUpon() throws {
    var site = Site()
    site.file = try SiteFile(yaml: "allow: {team: [staff], id: ada}")
    #expect(try site.remarksOnFile().map(\.description) == ["1:9: “team” is ignored here"])
  }
}

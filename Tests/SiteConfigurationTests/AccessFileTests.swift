import Secrets
import Testing
import TextCoding

@testable import SiteConfiguration

@Suite struct AccessFileTests {
  private static let password = "$scrypt$ln=10,r=8,p=16$TmFDbE5hQ2w$XsC2ZTdXJ4zsfzVdRtTQNNSXMToqf+tcSxiTF5U/EW4"
  private static let token = SecretToken()

  private static let yaml = """
    everyone: {shop: {products: read}, log: none}
    roles:
      clerks: {shop: {orders: write, "*": read}}
      owners: administer
      readers: {"*": read, staff: none}
    users:
      ada: {password: "\(password)", roles: [owners]}
      bob: {password: "\(password)", roles: clerks}
    tokens:
      loader: {hash: "\(token.hash)", roles: [clerks, readers], expires: 2027-01-31}
    session_hours: 2
    """

  @Test func aFileSaysWhoMayDoWhat() throws {
    let file = try AccessFile(yaml: Self.yaml)
    let everyone = [file.everyone]
    #expect(everyone.permission("shop", "Products") == .read)
    #expect(everyone.permission("shop", "orders") == nil && everyone.permission("log", "lines") == nil)
    let accounts = Dictionary(uniqueKeysWithValues: file.accounts.map { ($0.name, $0) })
    let bob = try #require(accounts["bob"]).roles.map(\.grants)
    #expect(bob.permission("shop", "orders") == .write && bob.permission("shop", "staff") == .read)
    #expect(bob.permission("log", nil) == nil)
    #expect(try #require(accounts["ada"]).roles.map(\.grants).permission("log", nil) == .administer)
    let loader = try #require(accounts["loader"])
    let roles = loader.roles.map(\.grants)
    #expect(roles.permission("log", "lines") == .read && roles.permission("staff", "x") == nil)
    #expect(roles.permission("shop", "orders") == .write)
    #expect(loader.roles.map(\.name) == ["clerks", "readers"])
    #expect(file.roles.map(\.name) == ["clerks", "owners", "readers"])
    guard case .token(let hash, let expires) = loader.proof else {
      Issue.record("a token is none")
      return
    }
    #expect(hash == Self.token.hash && expires == CalendarDay.number("2027-01-31"))
    #expect(file.sessionHours == 2)
  }

  @Test func aFileThatSaysNothingLetsEveryoneRead() throws {
    #expect(try AccessFile(yaml: "{}").everyone == Grants(.read))
    #expect(try AccessFile(yaml: "everyone: none").everyone.whole("shop") == nil)
  }

  @Test(arguments: [
    ("evryone: read", "1:1: Unknown key “evryone”; did you mean “everyone”?"),
    ("everyone: reed", "1:11: Unknown permission “reed”; did you mean “read”?"),
    ("users: {ada: {}}", "1:9: The user “ada” has no password; create one with: tablepages password"),
    ("users: {ada: {password: secret}}", "The password isn't an scrypt hash; create one with: tablepages password"),
    ("tokens: {t: {hash: secret}}", "The hash isn't a token's; create one with: tablepages token"),
    ("users: {ada: {password: \"\(password)\", roles: [clark]}}\nroles: {clerk: read}", "did you mean “clerk”?"),
    ("everyone: {shop: {orders: [read]}}", "permission must be text"),
    ("tokens: {t: {hash: \"\(token.hash)\", expires: 2027-02-30}}", "expires must be a day, such as 2027-01-31"),
    ("users: {ada: {password: \"\(password)\", rolles: []}}", "Unknown key “rolles”; did you mean “roles”?"),
    ("session_hours: 0", "session_hours must be a number of at least 1"),
    ("{", "Invalid YAML"), ("", "1:1: The file is empty; write {} for an empty configuration"),
    ("\n# everyone: none\n", "The file is empty"), ("~", "The file is empty"), ("everyo", "must be keys"),
  ])
  func whatIsWrongIsToldWithItsPlace(yaml: String, message: String) {
    let error = #expect(throws: SiteFileError.self) { try AccessFile(yaml: yaml) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }
}

import Logging
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import Secrets
import SiteConfiguration
import SiteTables
import Synchronization
import Testing

@testable import TableServer

/// A site with people and programs, and what they send.
struct AccessSite {
  /// The hash of `password`, which takes little work.
  static let password = "$scrypt$ln=10,r=1,p=1$TmFDbE5hQ2w$8+1UJdPMLRlKwrlepe9SZr2IXebYdh/2W5+Kz6lgZfE"
  let token = SecretToken()
  let log = LogLines()
  let client: TestClient
  let server: TableServer

  /// Chinook, with the users `ada`, who may do everything, and `bob`, who may do what everyone may, and with a token that may read.
  init(everyone: String = "read", secret: String? = nil, _ change: (inout Site) throws -> Void = { _ in }) throws {
    let yaml = """
      everyone: \(everyone)
      roles: {owners: administer, readers: read}
      users:
        ada: {password: "\(Self.password)", roles: [owners]}
        bob: {password: "\(Self.password)"}
      tokens: {reader: {hash: "\(token.hash)", roles: [readers]}, old: {hash: "\(token.hash)", expires: 2020-01-01}}
      """.replacing(
        "old: {hash: \"\(token.hash)\"", with: "old: {hash: \"\(Self.oldToken.hash)\"")
    var site = Site()
    site.databases = [try SQLiteDatabase.open(path: SiteUnderTest.chinook)]
    site.access = try AccessFile(yaml: yaml)
    site.secret = secret
    try change(&site)
    let log = log
    let logger = Logger(label: "test") { _ in LineKeeper(log: log) }
    server = try TableServer(unchecked: site, logger: logger)
    client = .inProcess(server)
  }

  /// A token whose time is over.
  static let oldToken = SecretToken()
  static let form = ["Content-Type": "application/x-www-form-urlencoded", "Host": "tables.example"]
  static let ownOrigin = ["Origin": "http://tables.example", "Sec-Fetch-Site": "same-origin"]

  /// Sends the form for signing in from this site's own page.
  func signIn(
    _ name: String, _ password: String = "password", returnTo: String = "/chinook", headers: [String: String] = [:]
  ) async throws -> TestResponse {
    try await client.post(
      "/-/sign-in", "name=\(name)&password=\(password)&_return=\(returnTo)",
      headers: Self.form.merging(Self.ownOrigin) { $1 }.merging(headers) { $1 })
  }

  /// The cookie of somebody who has just signed in.
  func cookie(of name: String) async throws -> String {
    try #require(Self.sessionCookie(try await signIn(name)))
  }

  /// The session's cookie that an answer sets, as requests send it.
  static func sessionCookie(_ answer: TestResponse) -> String? {
    setCookie(answer).map { String($0.prefix { $0 != ";" }) }
  }

  /// The whole field that sets the session's cookie.
  static func setCookie(_ answer: TestResponse) -> String? {
    answer.values("Set-Cookie").first { $0.hasPrefix("tablepages-session") }
  }
}

/// The lines that a server wrote.
final class LogLines: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// Keeps the lines that are logged.
struct LineKeeper: LogHandler {
  let log: LogLines
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.notice

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { log.add("\(event.message)") }
}

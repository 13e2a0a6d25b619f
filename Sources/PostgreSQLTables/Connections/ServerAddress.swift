internal import CPostgreSQL
internal import Glibc

/// Where a database is, and who asks it: a URL or a list of `name=value`, as libpq takes them
/// (https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING). Nothing prints it: it can hold a password.
struct ServerAddress: Sendable {
  private let text: String
  /// What the database is called there.
  let databaseName: String
  let hosts: ServerHosts
  /// Whether the address itself says which of several servers it means.
  let choosesServer: Bool

  /// - Throws: `PostgreSQLFailure` for what libpq can't read.
  init(_ text: String) throws(PostgreSQLFailure) {
    self.text = text
    var reason: UnsafeMutablePointer<CChar>?
    guard let options = PQconninfoParse(text, &reason) else {
      // libpq repeats what it could not read, which may be a part of a password.
      PQfreemem(reason)
      throw PostgreSQLFailure(code: "28000", message: "not a PostgreSQL address")
    }
    defer { PQconninfoFree(options) }
    var values: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    databaseName =
      values["dbname"] ?? Self.environment("PGDATABASE") ?? values["user"] ?? Self.environment("PGUSER") ?? "postgres"
    choosesServer = values["target_session_attrs"] != nil || Self.environment("PGTARGETSESSIONATTRS") != nil
    for (name, variable) in [("host", "PGHOST"), ("hostaddr", "PGHOSTADDR"), ("port", "PGPORT")]
    where values[name] == nil && values["service"] == nil { values[name] = Self.environment(variable) }
    hosts = ServerHosts(values)
  }

  private static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Connects, and makes the connection one that only reads. Blocks its thread.
  /// - Parameter timeLimit: what a statement may take at most, in milliseconds.
  func connect(timeLimit: Int, to choice: ServerChoice = .any) throws(PostgreSQLFailure) -> PostgreSQLConnection {
    let reached = try reach(choice)
    let (handle, host, server) = (reached.handle, reached.host, reached.server)
    guard !server.isShared else {
      return PostgreSQLConnection(
        handle, to: host, server, frame: TransactionFrame(timeLimit: timeLimit), grace: choice.grace)
    }
    let result = PQexec(handle, SessionSettings.ofReading(timeLimit: timeLimit).statements)
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_COMMAND_OK else {
      defer { PQfinish(handle) }
      throw PostgreSQLFailure(result)
    }
    return PostgreSQLConnection(handle, to: host, server, frame: nil, grace: choice.grace)
  }

  private typealias Reached = HostSearch.Reached

  /// Connects to the first host that answers and is the right one.
  private func reach(_ choice: ServerChoice) throws(PostgreSQLFailure) -> Reached {
    // What the address says of servers goes for whoever reads; libpq looks at the hosts itself then.
    guard hosts.count > 1, !choice.isFree || !choosesServer else { return try reach(0, for: choice) }
    var search = HostSearch(hosts, for: choice)
    for host in hosts.order(for: choice) where search.wants(host) {
      do throws(PostgreSQLFailure) {
        search.found(try reach(host, for: choice))
      } catch { search.failed(host, error) }
    }
    return try search.result()
  }

  /// Connects to one host.
  /// - Throws: `PostgreSQLFailure`, also where it takes no changes and has to.
  private func reach(_ host: Int, for choice: ServerChoice) throws(PostgreSQLFailure) -> Reached {
    var own = hosts.count > 1 ? hosts.parameters(of: host) : [:]
    // A pooler may say of its server what isn't so any more: each is asked itself, unless libpq has to choose among hosts.
    if choice == .primary { own["target_session_attrs"] = hosts.areKnown ? "any" : "primary" }
    let handle = try open(own)
    do throws(PostgreSQLFailure) {
      let server = try ConnectedServer(handle, isOneOfSeveral: hosts.count > 1)
      guard choice != .primary || !server.isStandby else { throw .readOnlyServer }
      return Reached(handle: handle, host: host, server: server)
    } catch {
      PQfinish(handle)
      throw error
    }
  }

  /// Connects. Blocks its thread; whoever gets the connection ends it.
  /// - Parameter own: what goes before the address, by libpq's names.
  func open(_ own: [String: String] = [:]) throws(PostgreSQLFailure) -> OpaquePointer {
    // Later names count more: what the address says of these goes before what is said here, but for the encoding.
    let names =
      [
        "connect_timeout", "keepalives_idle", "tcp_user_timeout", "fallback_application_name", "dbname",
        "client_encoding",
      ] + own.keys
    // Where there is another host, nobody waits long for one that is dead.
    let (reaching, answering) = hosts.count > 1 ? ("3", "3000") : ("5", "10000")
    let values = [reaching, "30", answering, "tablepages", text, "UTF8"] + own.values
    let handle = Self.withTexts(names) { names in
      Self.withTexts(values) { values in PQconnectdbParams(names, values, 1) }
    }
    guard let handle else { throw .lost }
    guard PQstatus(handle) == CONNECTION_OK else {
      defer { PQfinish(handle) }
      throw Self.failure(handle)
    }
    return handle
  }

  /// Why there is no connection. libpq has no code for it where the server answered one: its words have to do, which stay here.
  private static func failure(_ handle: OpaquePointer) -> PostgreSQLFailure {
    let message = String(cString: PQerrorMessage(handle))
    if PQconnectionNeedsPassword(handle) != 0 || message.contains("authentication failed") {
      return PostgreSQLFailure(code: "28P01", message: message)
    }
    if message.contains("server is in hot standby mode") {
      return PostgreSQLFailure(code: "25006", message: message)
    }
    if message.contains("does not exist") { return PostgreSQLFailure(code: "3D000", message: message) }
    if message.contains("too many") || message.contains("remaining connection slots") {
      return PostgreSQLFailure(code: "53300", message: message)
    }
    return PostgreSQLFailure(code: "08001", message: message)
  }

  private static func withTexts<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result?
  ) -> Result? {
    var copies = texts.map { strdup($0).map { UnsafePointer($0) } }
    copies.append(nil)
    defer { for copy in copies { free(UnsafeMutablePointer(mutating: copy)) } }
    return copies.withUnsafeBufferPointer { $0.baseAddress.flatMap(body) }
  }
}

import Foundation

/// PgBouncer between the tests and a server: each transaction gets one of few connections (`pool_mode = transaction`).
public final class Pooler: Sendable {
  /// The one that tests share, before the server that they share.
  public static var shared: Pooler { get throws { try started.get() } }
  private static let started: Result<Pooler, any Error> = Result { try Pooler(before: .shared, connections: 20) }

  private let folder: URL
  private let process = ChildProcess()

  /// Starts one, and waits until it answers.
  /// - Parameters:
  ///   - connections: how many it has to the server for each database.
  ///   - settings: what else it is told, by PgBouncer's names.
  public init(before server: PostgreSQLServer, connections: Int, settings: [String: String] = [:]) throws {
    folder = try ChildProcess.makeFolder("postgresql-pooler")
    try Data("\"postgres\" \"\"\n\"reader\" \"\"\n".utf8).write(to: folder.appending(path: "users"))
    var all = settings
    let own = [
      "pool_mode": "transaction", "default_pool_size": "\(connections)", "max_client_conn": "400", "listen_addr": "",
      "listen_port": "5432", "unix_socket_dir": folder.path, "auth_type": "trust",
      "auth_file": folder.appending(path: "users").path, "logfile": folder.appending(path: "log").path,
    ]
    all.merge(own) { given, own in given.isEmpty ? own : given }
    let lines = all.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" }
    try Data(
      "[databases]\n* = host=\(server.path)\n[pgbouncer]\n\(lines.joined(separator: "\n"))\n".utf8
    ).write(to: folder.appending(path: "pgbouncer.ini"))
    try start()
  }

  /// The settings of a file for PgBouncer, without where it listens and who may come: these are a test's own affair.
  /// - Throws: `ServerFailure` unless it says all of that, and that each transaction gets another connection.
  public static func settings(in file: some StringProtocol) throws -> [String: String] {
    var settings: [String: String] = [:]
    for line in file.components(separatedBy: "[pgbouncer]").last?.split(separator: "\n") ?? [] {
      let parts = line.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      if parts.count == 2 { settings[parts[0]] = parts[1] }
    }
    for name in ["listen_addr", "listen_port", "auth_type", "auth_file"] where settings.removeValue(forKey: name) == nil
    {
      throw ServerFailure(message: "\(name) is missing")
    }
    guard settings["pool_mode"] == "transaction" else { throw ServerFailure(message: "pool_mode isn't transaction") }
    return settings
  }

  /// Starts it again after `stop`.
  public func start() throws {
    let settings = folder.appending(path: "pgbouncer.ini").path
    // Signals that this process blocks are blocked for it too, but for that one.
    try process.start(["pgbouncer", "--quiet", settings], endedBy: "KILL", in: folder)
    try process.waitUntilReady(address(of: "postgres"), "pgbouncer")
  }

  /// Stops it; whoever is connected is cut off.
  public func stop() { process.stop() }

  deinit {
    stop()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Where a database is reached through it.
  public func address(of database: String) -> String {
    PostgreSQLServer.address(of: database, in: [folder.path])
  }
}

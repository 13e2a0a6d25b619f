import Foundation
import Synchronization

/// PgBouncer between the tests and a server: each transaction gets one of few connections (`pool_mode = transaction`).
public final class Pooler: Sendable {
  /// The one that tests share, before the server that they share.
  public static var shared: Pooler { get throws { try started.get() } }
  private static let started: Result<Pooler, any Error> = Result { try Pooler(before: .shared, connections: 20) }

  private let folder: URL
  private let lifeline = Mutex<(process: Process, input: FileHandle)?>(nil)

  /// Starts one, and waits until it answers.
  /// - Parameters:
  ///   - connections: how many it has to the server for each database.
  ///   - settings: what else it is told, by PgBouncer's names.
  public init(before server: PostgreSQLServer, connections: Int, settings: [String: String] = [:]) throws {
    folder = URL(filePath: "/tmp/postgresql-pooler-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
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
    // Like the server, it refuses to be run by root.
    if getuid() == 0 { try PostgreSQLServer.run("/usr/bin/env", ["chown", "-R", "nobody", folder.path]) }
    try start()
  }

  /// Starts it again after `stop`.
  public func start() throws {
    // Signals that this process blocks are blocked for it too, but for that one.
    let script = #""$@" & pooler=$!; cat >/dev/null; kill -KILL $pooler; wait $pooler"#
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["PATH=/usr/sbin:/usr/bin:/bin"] + PostgreSQLServer.asNobody(getuid() == 0)
      + ["sh", "-c", script, "pooler", "pgbouncer", "--quiet", folder.appending(path: "pgbouncer.ini").path]
    let pipe = Pipe()
    // No other process that the tests start may hold it open.
    _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    process.standardInput = pipe
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    lifeline.withLock { $0 = (process, pipe.fileHandleForWriting) }
    for _ in 0..<600 {
      if (try? Session(address(of: "postgres"))) != nil { return }
      usleep(50_000)
    }
    throw ServerFailure(message: "the pooler doesn't start; is pgbouncer installed?")
  }

  /// Stops it; whoever is connected is cut off.
  public func stop() {
    let (process, input) = lifeline.withLock { lifeline in
      defer { lifeline = nil }
      return (lifeline?.process, lifeline?.input)
    }
    try? input?.close()
    process?.waitUntilExit()
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Where a database is reached through it.
  public func address(of database: String) -> String {
    PostgreSQLServer.address(of: database, in: [folder.path])
  }
}

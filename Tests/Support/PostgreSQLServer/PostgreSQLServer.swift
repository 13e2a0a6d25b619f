import Foundation
import Synchronization

/// A PostgreSQL server of the tests' own, in a folder of its own, that ends with the process that started it, however that ends.
///
/// Nobody but this machine reaches it: it listens at a socket file alone. What it stores needn't survive anything, so that it waits for no disk.
public final class PostgreSQLServer: Sendable {
  /// The one that tests share, each with databases of its own.
  public static var shared: PostgreSQLServer { get throws { try started.get() } }
  private static let started: Result<PostgreSQLServer, any Error> = Result {
    try PostgreSQLServer { PostgreSQLServer.initialization($0) }
  }

  private let folder: URL
  private let process = ChildProcess()
  private let lastNumber = Atomic<Int>(0)

  /// Starts a server, and waits until it answers. To the shared one it is a stranger; those that begin so pass for one and the same.
  public convenience init() throws {
    let template = try Self.template.get()
    try self.init { data in ["cp", "-a", template.appending(path: "data").path, data] }
  }

  /// The data that servers begin with, made once: that takes longer than copying them.
  private static let template: Result<URL, any Error> = Result {
    let folder = try ChildProcess.makeFolder("postgresql-template")
    templatePath.withLock { $0 = folder.path }
    atexit { try? FileManager.default.removeItem(atPath: PostgreSQLServer.templatePath.withLock(\.self)) }
    try ChildProcess.run(initialization(folder.appending(path: "data").path), isNobody: true)
    return folder
  }
  private static let templatePath = Mutex("")

  /// Starts one that follows another, with all that is in it.
  public convenience init(standbyOf primary: PostgreSQLServer) throws {
    try self.init { data in
      [
        Self.program("pg_basebackup"), "--pgdata", data, "--host", primary.folder.path, "--username", "postgres",
        "--write-recovery-conf", "--checkpoint", "fast", "--no-sync",
      ]
    }
  }

  /// - Parameter filling: the command that makes the folder of its data.
  private init(_ filling: (_ data: String) -> [String]) throws {
    folder = try ChildProcess.makeFolder("postgresql")
    try ChildProcess.run(filling(data), isNobody: true)
    try start()
  }

  /// The folder in which its socket is.
  public var path: String { folder.path }

  private var data: String { folder.appending(path: "data").path }

  private static func initialization(_ data: String) -> [String] {
    [
      program("initdb"), "--pgdata", data, "--username", "postgres", "--auth", "trust", "--encoding", "UTF8",
      "--locale",
      "C.UTF-8", "--no-sync", "--no-instructions",
    ]
  }

  /// Starts it again after `stop`, with the same data.
  public func start() throws {
    let settings = [
      "listen_addresses=", "unix_socket_directories=\(folder.path)", "max_connections=400", "fsync=off",
      "full_page_writes=off",
      "synchronous_commit=off", "shared_buffers=64MB", "log_min_messages=fatal", "max_prepared_transactions=4",
    ]
    try process.start(
      [Self.program("postgres"), "-D", data] + settings.flatMap { ["-c", $0] }, endedBy: "INT", in: folder)
    try process.waitUntilReady(address(of: "postgres"), "postgresql")
  }

  /// Stops it as an operator would who can't wait: whoever is connected is cut off.
  public func stop() { process.stop() }

  /// Ends it as a crash would: nobody is told anything, and standbys have what they got by then.
  public func crash() throws {
    guard kill(try number(), SIGQUIT) == 0 else { throw ServerFailure(message: "the server can't be ended") }
    stop()
  }

  /// Halts it as a machine would that nobody can reach any more: connections stay open, and nothing is answered. `goOn` before `stop`.
  public func halt() throws { try signal(SIGSTOP) }

  /// Goes on after `halt`.
  public func goOn() throws { try signal(SIGCONT) }

  /// Sends a signal to all of its processes.
  private func signal(_ signal: Int32) throws {
    let number = try number()
    kill(number, signal)
    let children = try String(contentsOfFile: "/proc/\(number)/task/\(number)/children", encoding: .utf8)
    for child in children.split(separator: " ").compactMap({ Int32($0) }) { kill(child, signal) }
  }

  /// The number of its first process.
  private func number() throws -> Int32 {
    let text = try String(contentsOf: URL(filePath: data).appending(path: "postmaster.pid"), encoding: .utf8)
    guard let number = text.split(separator: "\n").first.flatMap({ Int32($0) }) else {
      throw ServerFailure(message: "the server doesn't run")
    }
    return number
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Where a database is.
  public func address(of database: String) -> String { Self.address(of: database, in: [folder.path]) }

  /// The address of a database on several servers, in this order.
  public static func address(of database: String, on servers: [PostgreSQLServer]) -> String {
    address(of: database, in: servers.map(\.path))
  }

  /// The address of a database whose servers' sockets are in these folders.
  public static func address(of database: String, in folders: [String]) -> String {
    "postgresql://postgres@/\(database)?host=\(folders.joined(separator: ","))"
  }

  /// A new, empty database.
  public func makeDatabase() throws -> String {
    let name = "test\(lastNumber.add(1, ordering: .relaxed).newValue)"
    try Session(address(of: "postgres")).execute("CREATE DATABASE \(name)")
    return name
  }

  /// A program of the server, which Debian keeps out of the path.
  private static func program(_ name: String) -> String {
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    let newest = versions.compactMap { Int($0) }.max()
    return newest.map { "/usr/lib/postgresql/\($0)/bin/\(name)" } ?? name
  }
}

/// What a server of the tests could not do.
public struct ServerFailure: Error, CustomStringConvertible {
  let message: String
  /// What went wrong.
  public var description: String { message }
}

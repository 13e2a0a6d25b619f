import Foundation
import MicroHTTPTesting
import SQLiteTables
import SiteConfiguration
import SiteTables
import TableServer

/// A database file of a test's own, called `sample`, which `remove` takes away.
struct SampleDatabase {
  let folder = FileManager.default.temporaryDirectory.appending(path: "sample-\(UUID().uuidString)")
  var path: String { folder.appending(path: "sample.sqlite").path }

  /// Large values have one limit for the whole process, and the tests of a process run side by side: theirs is higher than a server's. That a server
  /// keeps to its own is tested in a process alone.
  private static let memory: Void = SQLiteMemory.setLimit(1 << 30)

  init(_ statements: String) throws {
    _ = Self.memory
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try SQLiteDatabaseBuilder.create(atPath: path) { try $0.execute(statements) }
  }

  /// Runs further statements as another program would: in a process of its own.
  /// - Throws: `Failure` where SQLite refuses one of them, or lacks a module.
  func execute(_ statements: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c", "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])", path, statements,
    ]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(statements: statements) }
  }

  /// What could not be run.
  struct Failure: Error { let statements: String }

  /// A site with this database alone, as `change` makes it.
  func server(_ change: (inout Site) throws -> Void = { _ in }) throws -> TableServer {
    try SiteUnderTest.server {
      $0.databases = [try SQLiteDatabase.open(path: path)]
      try change(&$0)
    }
  }

  /// The database, open to be written to, as `change` wants it.
  func writable(_ change: (inout SQLiteDatabase.Options) -> Void = { _ in }) throws -> SQLiteDatabase {
    var options = SQLiteDatabase.Options()
    options.isWritable = true
    change(&options)
    return try SQLiteDatabase.open(path: path, options: options)
  }

  /// Runs a test with a site of a database that these statements make, which `everyone` may write to.
  static func withWritable(
    _ statements: String, _ everyone: Grants = Grants(.write), keepsAudit: Bool = false,
    over transport: TestClient.Transport = .inProcess, _ change: (inout Site) throws -> Void = { _ in },
    _ test: (TestClient) async throws -> Void
  ) async throws {
    let sample = try SampleDatabase(statements)
    defer { sample.remove() }
    let server = try sample.server {
      $0.databases = [try sample.writable { $0.keepsAudit = keepsAudit }]
      $0.everyone = everyone
      try change(&$0)
    }
    try await TestClient.with(server, over: transport, test)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }
}

import Foundation
import SQLiteTables
import TableServer

/// A database file of a test's own, called `sample`, which `remove` takes away.
struct SampleDatabase {
  let folder = FileManager.default.temporaryDirectory.appending(path: "sample-\(UUID().uuidString)")
  var path: String { folder.appending(path: "sample.sqlite").path }

  init(_ statements: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try SQLiteDatabaseBuilder.create(atPath: path) { try $0.execute(statements) }
  }

  /// A site with this database alone, as `change` makes it.
  func server(_ change: (inout Site) throws -> Void = { _ in }) throws -> TableServer {
    try SiteUnderTest.server {
      $0.databases = [try SQLiteDatabase.open(path: path)]
      try change(&$0)
    }
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }
}

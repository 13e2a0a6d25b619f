import Glibc
import SeededNumbers
import TableModel
import TableWalking
import Testing

@testable import SQLiteTables

private func write(_ bytes: [UInt8], to path: String) {
  let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    if count <= 0 { break }
    rest = rest.dropFirst(count)
  }
  Glibc.close(descriptor)
}

private func bytes(of path: String) -> [UInt8] {
  let descriptor = Glibc.open(path, O_RDONLY)
  defer { Glibc.close(descriptor) }
  var status = stat()
  fstat(descriptor, &status)
  var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
  let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
  return Array(bytes.prefix(count))
}

private func complaint(_ path: String) -> String? {
  do {
    _ = try SQLiteDatabase.open(path: path)
    return nil
  } catch TableError.unavailable(let message) {
    return message
  } catch {
    return "\(error)"
  }
}

@Test func filesThatAreNoDatabasesAreRefusedInOneSentence() throws {
  let fixture = try Fixture()
  #expect(complaint(fixture.folder + "/missing.db") == "File “missing.db” not found.")
  #expect(complaint(fixture.folder)?.contains("is a folder") == true)
  #expect(complaint("/dev/null")?.contains("is not a file") == true)
  let path = fixture.folder + "/other.db"
  write(Array("<html>This is a page, and not a database at all.</html>".utf8), to: path)
  #expect(complaint(path) == "“other.db” is not a SQLite database, or it is encrypted.")
  var random = SeededGenerator(seed: 5)
  write((0..<8192).map { _ in UInt8.random(in: 0...255, using: &random) }, to: path)
  #expect(complaint(path) == "“other.db” is not a SQLite database, or it is encrypted.")
  write(Array("SQL".utf8), to: path)
  #expect(complaint(path) == "“other.db” is not a SQLite database, or it is encrypted.")
  write(Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0xFF, count: 4080), to: path)
  #expect(complaint(path) != nil)
}

@Test func anEmptyFileIsADatabaseWithoutTables() async throws {
  let fixture = try Fixture()
  let path = fixture.folder + "/empty.db"
  write([], to: path)
  let database = try SQLiteDatabase.open(path: path)
  #expect(try await database.tables().isEmpty)
  #expect(try await database.table(named: "t") == nil)
  #expect(database.name == "empty")
  #expect(try await database.kind() == "SQLite, 0 bytes, read-only")
}

@Test(.long) func damagedFilesMakeErrorsAndNothingWorse() async throws {
  let fixture = try Fixture(
    """
    CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b BLOB); CREATE INDEX i ON t (a); CREATE TABLE w (k TEXT PRIMARY KEY, v) WITHOUT ROWID;
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT 400) INSERT INTO t SELECT i, 'x' || i, zeroblob(i * 20) FROM n;
    INSERT INTO w SELECT a, b FROM t
    """)
  fixture.close()
  let whole = bytes(of: fixture.path)
  var random = SeededGenerator(seed: 7)
  var failures = 0
  for round in 0..<Thoroughness.rounds(120, quickly: 40) {
    var damaged = whole
    for _ in 0..<Int.random(in: 1...60, using: &random) {
      // The first bytes say that it is a database; without them nothing is tried.
      damaged[Int.random(in: (round % 3 == 0 ? 16 : 100)..<damaged.count, using: &random)] = UInt8.random(
        in: 0...255, using: &random)
    }
    if round % 5 == 0 { damaged.removeLast(Int.random(in: 1..<damaged.count - 100, using: &random)) }
    write(damaged, to: fixture.path)
    do {
      let database = try fixture.database { $0.timeLimitSeconds = 1 }
      for summary in try await database.tables() {
        guard let table = try await database.table(named: summary.name) else { continue }
        for sort in [[], [SortTerm(column: 1)]] {
          var query = TableQuery(pageSize: 20, sort: sort, values: .excerpt(textBytes: 100))
          for _ in 0..<30 {
            guard let next = try await table.page(query).next else { break }
            query.position = .after(next)
          }
        }
        _ = try await table.record(["3"])
      }
    } catch is TableError {
      failures += 1
    }
  }
  #expect(failures > 10)
}

@Test func aFileThatIsReplacedOrTakenAwayIsNoticed() async throws {
  let fixture = try Fixture("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
  let other = try Fixture("CREATE TABLE t (a, b); INSERT INTO t VALUES (2, 3)")
  let database = try fixture.database()
  let table = try #require(try await database.table(named: "t"))
  let page = try await table.page(TableQuery())
  #expect(page.version != nil && page.version == table.currentVersion)
  other.close()
  fixture.close()
  #expect(rename(other.path, fixture.path) == 0)
  #expect(table.currentVersion != page.version)
  #expect(try await table.page(TableQuery()).rows == [[.integer(1), .integer(2), .integer(3)]])
  #expect(unlink(fixture.path) == 0)
  #expect(table.currentVersion == nil)
  await #expect(throws: TableError.unavailable("File “fixture” not found.")) { try await table.page(TableQuery()) }
}

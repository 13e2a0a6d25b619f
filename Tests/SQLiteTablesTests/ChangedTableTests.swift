import TableModel
import Testing

@testable import SQLiteTables

/// What references take along, and what can be taken back.
struct ChangedTableTests {
  private static let library = """
    CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT UNIQUE);
    CREATE TABLE album (id INTEGER PRIMARY KEY, artist INTEGER REFERENCES artist ON DELETE CASCADE);
    CREATE TABLE track (id INTEGER PRIMARY KEY, album INTEGER REFERENCES album ON DELETE CASCADE);
    CREATE TABLE fan (id INTEGER PRIMARY KEY, artist INTEGER REFERENCES artist ON DELETE SET NULL);
    CREATE TABLE node (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES node ON DELETE CASCADE);
    CREATE TABLE log (what TEXT);
    CREATE TRIGGER logs AFTER DELETE ON artist BEGIN INSERT INTO log VALUES (old.name); END;
    INSERT INTO artist VALUES (1, 'a'), (2, 'b');
    INSERT INTO album VALUES (1, 1), (2, 1);
    INSERT INTO track VALUES (1, 1), (2, 1), (3, 2);
    INSERT INTO fan VALUES (1, 1), (2, 2);
    INSERT INTO node VALUES (1, NULL), (2, 1), (3, 2), (4, NULL);
    """

  private let fixture: Fixture
  private let database: SQLiteDatabase

  init() throws {
    fixture = try Fixture(Self.library)
    database = try fixture.database { $0.isWritable = true }
  }

  private func writer(_ table: String) async throws -> any RecordWriter {
    try #require(try await database.table(named: table)?.writer)
  }

  private let taken = [
    OtherRecords(table: "album", deleted: 2, changed: 0), OtherRecords(table: "fan", deleted: 0, changed: 1),
    OtherRecords(table: "track", deleted: 3, changed: 0),
  ]

  @Test func rowsThatReferencesTakeAlongAreCountedTableByTable() async throws {
    let result = try await writer("artist").apply([.delete(key: ["1"], expected: nil)], by: "test")
    #expect(result.inverse == nil)
    #expect(result.others == taken)
  }

  @Test func aRowThatTakesNoneAlongComesBack() async throws {
    let result = try await writer("node").apply([.delete(key: ["4"], expected: nil)], by: "test")
    #expect(result.others.isEmpty)
    let inverse = try #require(result.inverse)
    _ = try await writer("node").apply(inverse, by: "test")
    #expect(try fixture.rows("SELECT count(*) FROM node") == [[.integer(4)]])
  }

  @Test func rowsOfTheSameTableThatGoAlongAreCountedWithoutTheOneThatWasAskedFor() async throws {
    let result = try await writer("node").apply([.delete(key: ["1"], expected: nil)], by: "test")
    #expect(result.others == [OtherRecords(table: "node", deleted: 2, changed: 0)])
  }

  @Test func anAttemptTellsItBeforeAndStoresNothing() async throws {
    let trial = try await writer("artist").attempt([.delete(key: ["1"], expected: nil)])
    #expect(trial.problems.isEmpty)
    #expect(!trial.canBeTakenBack)
    #expect(trial.others == taken)
    #expect(try fixture.rows("SELECT count(*) FROM artist") == [[.integer(2)]])
    #expect(try fixture.rows("SELECT count(*) FROM track") == [[.integer(3)]])
    #expect(try fixture.rows("SELECT count(*) FROM log") == [[.integer(0)]])
  }

  @Test func anAttemptTellsEveryProblem() async throws {
    let trial = try await writer("artist").attempt([
      .insert([.init("name", .text("c"))]), .insert([.init("name", .text("a"))]), .insert([.init("name", .text("c"))]),
      .insert([.init("name", .text("d"))]),
    ])
    #expect(trial.problems.map(\.change) == [1, 2])
    #expect(try fixture.rows("SELECT count(*) FROM artist") == [[.integer(2)]])
  }

  @Test func whatAnUpsertDidIsTakenBack() async throws {
    let result = try await writer("artist").apply(
      [
        .upsert([.init("id", .integer(2)), .init("name", .text("B"))]),
        .upsert([.init("id", .integer(9)), .init("name", .text("n"))]),
      ], by: "test")
    _ = try await writer("artist").apply(try #require(result.inverse), by: "test")
    #expect(
      try fixture.rows("SELECT id, name FROM artist ORDER BY id") == [
        [.integer(1), .text("a")], [.integer(2), .text("b")],
      ])
  }
}

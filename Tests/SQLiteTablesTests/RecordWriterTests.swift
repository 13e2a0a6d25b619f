import TableModel
import Testing

@testable import SQLiteTables

/// What can be written into a table, and what can't.
struct RecordWriterTests {
  private static let shop = """
    CREATE TABLE maker (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE item (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, price NUMERIC CONSTRAINT fair CHECK (price >= 0), maker INTEGER REFERENCES maker,
      stock INTEGER DEFAULT 7, twice AS (stock * 2), UNIQUE (name, maker));
    INSERT INTO maker VALUES (1, 'Ada'), (2, 'Bob');
    INSERT INTO item (id, name, price, maker) VALUES (1, 'bolt', 2.5, 1), (2, 'nut', 1, 1);
    """

  private let sample: WritableFixture
  private var fixture: Fixture { sample.fixture }
  private var database: SQLiteDatabase { sample.database }

  init() throws { sample = try WritableFixture(Self.shop) }

  private func writer(_ table: String) async throws -> any RecordWriter { try await sample.writer(table) }

  private func problem(_ changes: [RecordChange], in table: String = "item") async throws -> RecordProblem? {
    do {
      _ = try await writer(table).apply(changes, by: "test")
    } catch RecordChangeError.invalid(let problems) {
      return problems.first
    }
    return nil
  }

  @Test func aNewRowGetsItsKeyAndDefaultsAndTheColumnsOwnKindOfValue() async throws {
    let result = try await writer("item").apply(
      [.insert([.init("name", .text("screw")), .init("price", .text("3.5")), .init("MAKER", .text("2"))])], by: "test")
    let row = try #require(result.outcomes.first?.after)
    #expect(row["id"] == .integer(3))
    #expect(row["price"] == .real(3.5))
    #expect(row["maker"] == .integer(2))
    #expect(row["stock"] == .integer(7))
    #expect(row["twice"] == .integer(14))
    #expect(try fixture.rows("SELECT name FROM item WHERE id = 3") == [[.text("screw")]])
  }

  @Test func allRowsOfACallAreStoredOrNone() async throws {
    let problem = try await problem([
      .insert([.init("name", .text("a"))]), .insert([.init("name", .null)]), .insert([.init("name", .text("b"))]),
    ])
    #expect(problem?.change == 1)
    #expect(problem?.column == "name")
    #expect(problem?.engineText == "NOT NULL constraint failed: item.name")
    #expect(try fixture.rows("SELECT count(*) FROM item") == [[.integer(2)]])
  }

  @Test(
    arguments: [
      ([("name", RecordValue.text("x")), ("price", .integer(-1))], "price", "constraint"),
      ([("name", .text("x")), ("maker", .integer(9))], "maker", "No such row in maker"),
      ([("name", .text("bolt")), ("maker", .integer(1))], "name", "name and maker"),
      ([("name", .text("x")), ("id", .integer(1))], "id", "key already"),
      ([("name", .text("x")), ("id", .text("one"))], "id", "whole number"),
      ([("name", .text("x")), ("twice", .integer(1))], "twice", "Computed"),
      ([("name", .text("x")), ("colour", .integer(1))], "colour", "No such column"),
      ([("name", .text("x")), ("NAME", .text("y"))], "NAME", "Duplicate"),
    ])
  func whatIsWrongIsToldOfItsColumn(_ row: [(String, RecordValue)], _ column: String, _ words: String) async throws {
    let problem = try await problem([.insert(row.map { ColumnValue($0.0, $0.1) })])
    #expect(problem?.column == column)
    #expect(problem?.text.contains(words) == true, "\(problem?.text ?? "nothing")")
    #expect(try fixture.rows("SELECT count(*) FROM item") == [[.integer(2)]])
  }

  @Test func aRowThatOthersReferToStays() async throws {
    let problem = try await problem([.delete(key: ["1"])], in: "maker")
    #expect(problem?.text == "Other rows refer to this row, such as those of item by maker.")
    #expect(problem?.engineText == "FOREIGN KEY constraint failed")
  }

  @Test func aRowThatIsThereIsRefusedOrLeftOrReplaced() async throws {
    let row = [ColumnValue("id", .integer(1)), ColumnValue("name", .text("new"))]
    #expect(try await problem([.insert(row)]) != nil)
    let ignored = try await writer("item").apply([.insert(row, ifExists: .ignore)], by: "test")
    #expect(ignored.outcomes[0].action == .unchanged)
    #expect(ignored.outcomes[0].after?["name"] == .text("bolt"))
    let replaced = try await writer("item").apply([.insert(row, ifExists: .replace)], by: "test")
    #expect(replaced.outcomes[0].action == .updated)
    #expect(try fixture.rows("SELECT name, price FROM item WHERE id = 1") == [[.text("new"), .null]])
    _ = try await writer("item").revert(try #require(replaced.inverse), by: "test")
    #expect(
      try fixture.rows("SELECT name, price, maker FROM item WHERE id = 1") == [
        [.text("bolt"), .real(2.5), .integer(1)]
      ]
    )
  }

  @Test func anUpsertChangesOnlyTheColumnsThatItNames() async throws {
    let result = try await writer("item").apply(
      [
        .upsert([.init("id", .integer(1)), .init("stock", .integer(3))]),
        .upsert([.init("id", .integer(9)), .init("name", .text("nail"))]),
      ], by: "test")
    #expect(result.outcomes.map(\.action) == [.updated, .inserted])
    #expect(
      try fixture.rows("SELECT id, name, stock FROM item WHERE id IN (1, 9) ORDER BY id") == [
        [.integer(1), .text("bolt"), .integer(3)], [.integer(9), .text("nail"), .integer(7)],
      ])
    #expect(try await problem([.upsert([.init("name", .text("x"))])])?.column == "id")
  }

  @Test func aRowThatIsNotWhatWasSeenIsLeftAsItIs() async throws {
    let table = try #require(try await database.table(named: "item"))
    let seen = RowVersion(try await table.record(["1"]).record)
    try fixture.execute("UPDATE item SET stock = 8 WHERE id = 1")
    for change: RecordChange in [
      .update(key: ["1"], [.init("stock", .integer(1))], expected: seen), .delete(key: ["1"], expected: seen),
    ] {
      do {
        _ = try await writer("item").apply([change], by: "test")
        Issue.record("the change was made")
      } catch RecordChangeError.stale(let row) {
        #expect(row.expected == seen)
        #expect(row.current?["stock"] == .integer(8))
      }
    }
    let now = RowVersion(try await table.record(["1"]).record)
    _ = try await writer("item").apply([.delete(key: ["1"], expected: now)], by: "test")
    do {
      _ = try await writer("item").apply([.delete(key: ["1"], expected: now)], by: "test")
      Issue.record("the change was made")
    } catch RecordChangeError.stale(let row) { #expect(row.current == nil) }
  }

  @Test func everyChangeCanBeTakenBack() async throws {
    let before = try fixture.rows("SELECT * FROM item ORDER BY id")
    let result = try await writer("item").apply(
      [
        .insert([.init("name", .text("a")), .init("id", .integer(30))]),
        .update(key: ["30"], [.init("name", .text("b"))]),
        .update(key: ["30"], [.init("id", .integer(31)), .init("stock", .integer(0))]),
        .update(key: ["1"], [.init("price", .null)]),
        .delete(key: ["2"]),
      ], by: "test")
    #expect(try fixture.rows("SELECT id FROM item ORDER BY id") == [[.integer(1)], [.integer(31)]])
    let back = try await writer("item").revert(try #require(result.inverse), by: "test")
    #expect(try fixture.rows("SELECT * FROM item ORDER BY id") == before)
    _ = try await writer("item").revert(try #require(back.inverse), by: "test")
    #expect(try fixture.rows("SELECT id FROM item ORDER BY id") == [[.integer(1)], [.integer(31)]])
    try fixture.execute("UPDATE item SET stock = 99 WHERE id = 31")
    await #expect(throws: RecordChangeError.self) {
      _ = try await writer("item").revert(try #require(result.inverse), by: "test")
    }
  }

  @Test func rowsWithoutAKeyOfTheirOwnAreFoundByTheirRowID() async throws {
    try fixture.execute("CREATE TABLE note (text); INSERT INTO note VALUES ('a'), ('b'), (3)")
    let result = try await writer("note").apply(
      [.insert([.init("text", .text("c"))]), .update(key: ["1"], [.init("text", .integer(5))]), .delete(key: ["2"])],
      by: "test")
    #expect(result.outcomes[0].after?.key == [.integer(4)])
    #expect(try fixture.rows("SELECT rowid, text FROM note").count == 3)
    _ = try await writer("note").revert(try #require(result.inverse), by: "test")
    #expect(
      try fixture.rows("SELECT rowid, text FROM note") == [
        [.integer(1), .text("a")], [.integer(2), .text("b")], [.integer(3), .integer(3)],
      ])
  }

  @Test func rowsOfSeveralKeyPartsAndOddNamesAreWrittenToo() async throws {
    try fixture.execute(
      """
      CREATE TABLE "a ""b"" / c" ("x y" TEXT, "z;--" INT, "v'" REAL, PRIMARY KEY ("x y", "z;--")) WITHOUT ROWID;
      INSERT INTO "a ""b"" / c" VALUES ('k', 1, 0.5)
      """)
    let result = try await writer("a \"b\" / c").apply(
      [
        .update(key: ["k", 1], [.init("v'", .text("2")), .init("z;--", .integer(2))]),
        .insert([.init("x y", .text("'); DROP TABLE item; --")), .init("z;--", .text("3"))]),
      ], by: "test")
    #expect(result.outcomes.map { $0.after?.key } == [["k", 2], ["'); DROP TABLE item; --", 3]])
    #expect(try fixture.rows("SELECT count(*) FROM item") == [[.integer(2)]])
  }

  @Test func onlyTablesOfTheirOwnAreWrittenTo() async throws {
    try fixture.execute(
      "CREATE VIEW v AS SELECT * FROM item; CREATE VIRTUAL TABLE words USING fts5(text); CREATE TABLE strict_t (n INT) STRICT"
    )
    for name in ["v", "words", "words_data"] {
      let table = try #require(try await database.table(named: name))
      if let writer = table.writer {
        await #expect(throws: RecordChangeError.self) { try await writer.apply([.delete(key: ["1"])], by: "test") }
      }
      _ = try await table.schema()
      #expect(table.writer == nil)
    }
    let problem = try await problem([.insert([.init("n", .text("many"))])], in: "strict_t")
    #expect(problem?.column == "n")
    #expect(problem?.text == "Must be a whole number.")
    let other = try fixture.database()
    #expect(try await other.table(named: "item")?.writer == nil)
  }

  @Test func rowsThatGoWithOthersComeBackWithThem() async throws {
    try fixture.execute(
      "CREATE TABLE part (id INTEGER PRIMARY KEY, item INTEGER REFERENCES item ON DELETE CASCADE); INSERT INTO part VALUES (1, 1)"
    )
    let alone = try await writer("item").apply([.delete(key: ["2"])], by: "test")
    #expect(alone.inverse != nil)
    let withPart = try await writer("item").apply([.delete(key: ["1"])], by: "test")
    #expect(try fixture.rows("SELECT count(*) FROM part") == [[.integer(0)]])
    _ = try await writer("item").revert(try #require(withPart.inverse), by: "test")
    #expect(try fixture.rows("SELECT * FROM part") == [[.integer(1), .integer(1)]])
    #expect(try fixture.rows("SELECT id, name FROM item") == [[.integer(1), .text("bolt")]])
  }

  @Test func triggersRunAndSayNoInTheirOwnWords() async throws {
    try fixture.execute(
      """
      CREATE TABLE log (text);
      CREATE TRIGGER told AFTER UPDATE ON item BEGIN INSERT INTO log VALUES (new.name); END;
      CREATE TRIGGER held BEFORE DELETE ON item BEGIN SELECT raise(ABORT, 'Items are kept for ten years'); END;
      CREATE TRIGGER lost BEFORE INSERT ON item WHEN new.name = 'bomb' BEGIN SELECT raise(ROLLBACK, 'No bombs'); END;
      """)
    _ = try await writer("item").apply([.update(key: ["1"], [.init("stock", .integer(1))])], by: "test")
    #expect(try fixture.rows("SELECT text FROM log") == [[.text("bolt")]])
    #expect(try await problem([.delete(key: ["1"])])?.text == "Items are kept for ten years.")
    // A trigger that undoes the whole transaction takes nothing of others with it.
    let items = try await writer("item")
    await withTaskGroup { group in
      for number in 0..<40 {
        group.addTask {
          let name = number % 4 == 0 ? "bomb" : "item \(number)"
          _ = try? await items.apply([.insert([.init("name", .text(name))])], by: "test")
        }
      }
    }
    #expect(try fixture.rows("SELECT count(*) FROM item") == [[.integer(32)]])
  }

  @Test func aNewRowIsTheOneThatWasStoredWhateverTriggersDo() async throws {
    try fixture.execute(
      """
      CREATE TABLE log (id INTEGER PRIMARY KEY, text);
      INSERT INTO log VALUES (70, 'before');
      CREATE TRIGGER left_out BEFORE INSERT ON item WHEN new.name = 'air' BEGIN SELECT raise(IGNORE); END;
      CREATE TRIGGER told AFTER INSERT ON item BEGIN INSERT INTO log (text) VALUES (new.name); END;
      """)
    let changes = ["cog", "air", "pin"].map { RecordChange.insert([.init("name", .text($0))]) }
    let result = try await writer("item").apply(changes, by: "test")
    #expect(result.outcomes.map(\.action) == [.inserted, .unchanged, .inserted])
    #expect(result.outcomes.map { $0.after?["id"] } == [.integer(3), nil, .integer(4)])
    #expect(result.outcomes.map { $0.after?["name"] } == [.text("cog"), nil, .text("pin")])
    #expect(
      try fixture.rows("SELECT id, text FROM log WHERE id > 70") == [
        [.integer(71), .text("cog")], [.integer(72), .text("pin")],
      ])
  }

  @Test func aFullTextIndexThatTriggersKeepIsKept() async throws {
    try fixture.execute(
      """
      CREATE VIRTUAL TABLE words USING fts5(name, content='item', content_rowid='id');
      CREATE TRIGGER added AFTER INSERT ON item BEGIN INSERT INTO words(rowid, name) VALUES (new.id, new.name); END;
      CREATE TRIGGER gone AFTER DELETE ON item BEGIN INSERT INTO words(words, rowid, name) VALUES ('delete', old.id, old.name); END;
      INSERT INTO words(words) VALUES ('rebuild');
      """)
    let result = try await writer("item").apply([.insert([.init("name", .text("rare washer"))])], by: "test")
    #expect(try fixture.rows("SELECT rowid FROM words WHERE words MATCH 'washer'") == [[.integer(3)]])
    _ = try await writer("item").revert(try #require(result.inverse), by: "test")
    #expect(try fixture.rows("SELECT rowid FROM words WHERE words MATCH 'washer'") == [])
  }

  @Test func deferredReferencesAreCheckedWithTheirCall() async throws {
    try fixture.execute(
      "CREATE TABLE child (id INTEGER PRIMARY KEY, item INTEGER REFERENCES item DEFERRABLE INITIALLY DEFERRED)")
    #expect(try await problem([.insert([.init("item", .integer(77))])], in: "child")?.column == "item")
    #expect(try await problem([.insert([.init("item", .integer(1))])], in: "child") == nil)
  }
}

import SeededNumbers
import TableModel
import TableWalking
import Testing

@testable import SQLiteTables

private let tables = ["a", "b", "c", "d", "e"]

/// Tables that are changed by other things than their own names: a reference that takes rows along, a trigger, a row that takes another's
/// place, a label that stands elsewhere, rows without row ids. Nothing but its own name changes `e`.
private let schema = """
  CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT);
  CREATE TABLE b (id INTEGER PRIMARY KEY, name TEXT UNIQUE, a INTEGER REFERENCES a (id) ON DELETE CASCADE);
  CREATE TABLE c (id INTEGER PRIMARY KEY, name TEXT);
  CREATE TABLE d (id TEXT PRIMARY KEY, name TEXT, a INTEGER REFERENCES a (id) ON DELETE SET NULL) WITHOUT ROWID;
  CREATE TABLE e (id INTEGER PRIMARY KEY, name TEXT);
  CREATE TRIGGER b_c AFTER UPDATE ON b BEGIN UPDATE c SET name = new.name WHERE id = new.id; END;
  INSERT INTO a VALUES (1, 'one'), (2, 'two'), (3, 'three'), (4, 'four');
  INSERT INTO b VALUES (1, 'b1', 1), (2, 'b2', 2), (3, 'b3', 3), (4, 'b4', 4);
  INSERT INTO c SELECT id, name FROM b; INSERT INTO d SELECT id, name, id FROM b; INSERT INTO e SELECT id, name FROM b;
  """

@Suite struct LastChangeTests {
  /// A page, and what tells whether it still stands.
  private struct Kept {
    var table: String
    var rows: [[RecordValue]]
    /// The state of the database that it was made from, and the last one since which nothing of it has changed.
    var state: DataVersion
    var version: DataVersion
    var lastChange: @Sendable (DataVersion) -> DataVersion
  }

  private let query = TableQuery(pageSize: 100, count: .none)

  private func page(_ name: String, _ database: SQLiteDatabase) async throws -> Kept? {
    let table = try #require(try await database.table(named: name))
    let page = try await table.page(query)
    guard let state = page.version, let lastChange = table.lastChange(ofPages: query) else { return nil }
    // With the labels of references, which come after the columns.
    let rows = page.records.map { record in (0..<record.schema.fieldCount).map { record[$0] } }
    return Kept(table: name, rows: rows, state: state, version: lastChange(state), lastChange: lastChange)
  }

  private func change(_ random: inout SeededGenerator) -> RecordChange {
    let key = String(Int.random(in: 1...6, using: &random))
    let values = [
      ColumnValue("id", .text(key)), ColumnValue("name", .text("n\(Int.random(in: 0...9, using: &random))")),
    ]
    return switch Int.random(in: 0..<5, using: &random) {
    case 0: .delete(key: RowKey(key))
    case 1: .insert(values, ifExists: .replace)
    case 2: .upsert(values)
    default: .update(key: RowKey(key), [values[1]])
    }
  }

  /// What another process does.
  private func statement(_ random: inout SeededGenerator) -> String {
    let table = tables.randomElement(using: &random) ?? ""
    return [
      "UPDATE \(table) SET name = name || '.' WHERE id = 2", "INSERT OR REPLACE INTO e (id, name) VALUES (3, 'other')",
      "DELETE FROM a WHERE id = 5", "PRAGMA wal_checkpoint(PASSIVE)", "PRAGMA wal_checkpoint(TRUNCATE)",
      "ALTER TABLE c ADD COLUMN more\(Int.random(in: 0...99_999, using: &random)) TEXT DEFAULT 'more'", "VACUUM",
      "BEGIN IMMEDIATE", "ROLLBACK", "COMMIT",
    ].randomElement(using: &random) ?? ""
  }

  @Test(.long, arguments: [true, false], Thoroughness.some([UInt64(3), 4]))
  func aPageStandsAsLongAsNothingThatItShowsIsChanged(isLogged: Bool, seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let fixture = try WritableFixture(schema) {
      $0.usesWriteAheadLog = isLogged
      $0.busyMilliseconds = 20
      $0.writeBusyMilliseconds = 20
    }
    let other = try WriterProcess(path: fixture.fixture.path)
    var kept: [Kept] = []
    var outlasting = 0, trail: [String] = []
    let rounds = Thoroughness.rounds(1_500, quickly: 300)
    for number in 0..<rounds {
      /// What was read anew in this step: as long as it is of the same state, it stands for all that are compared with it.
      var read: [String: Kept] = [:]
      let table = tables.randomElement(using: &random) ?? ""
      if Int.random(in: 0..<12, using: &random) == 0 {
        let statement = statement(&random)
        trail.append("\(statement): \(other.execute(statement))")
      } else {
        let change = change(&random)
        let result = try? await fixture.writer(table).apply([change], by: "")
        trail.append("\(table) \(change): \(result != nil)")
      }
      for page in kept {
        guard let state = fixture.database.currentVersion, page.lastChange(state) == page.version else { continue }
        if read[page.table]?.state != state { read[page.table] = try? await self.page(page.table, fixture.database) }
        guard let now = read[page.table], now.state == state else { continue }
        if state != page.state { outlasting += 1 }
        #expect(page.rows == now.rows, "seed \(seed), \(page.table), step \(number): \(trail.suffix(8))")
      }
      if let page = try? await page(table, fixture.database) { kept.append(page) }
      if kept.count > 12 { kept.removeFirst() }
    }
    // Without a log it isn't known whether somebody else is writing.
    #expect(isLogged ? outlasting > rounds / 3 : outlasting == 0, "\(outlasting)")
  }

  @Test func aWriteLeavesPagesOfOtherTablesAsTheyAre() async throws {
    let fixture = try WritableFixture(schema)
    var before: [String: Kept] = [:]
    _ = try await fixture.writer("e").apply([.update(key: ["1"], [ColumnValue("name", .text("new"))])], by: "")
    for table in tables { before[table] = try await page(table, fixture.database) }
    /// The tables whose pages no longer stand.
    func changed(_ table: String, _ change: RecordChange) async throws -> [String] {
      _ = try await fixture.writer(table).apply([change], by: "")
      let state = try #require(fixture.database.currentVersion)
      var changed: [String] = []
      for table in tables {
        let now = try #require(try await page(table, fixture.database))
        if let known = before[table], known.lastChange(state) != known.version { changed.append(table) }
        before[table] = now
      }
      return changed
    }
    #expect(try await changed("e", .delete(key: ["1"])) == ["e"])
    // The rows of two tables are called by those of the first.
    #expect(try await changed("a", .update(key: ["1"], [ColumnValue("name", .text("new"))])) == ["a", "b", "d"])
    #expect(try await changed("b", .update(key: ["1"], [ColumnValue("name", .text("new"))])) == ["b", "c"])
    #expect(try await changed("d", .delete(key: ["2"])) == ["d"])
    #expect(try await changed("b", .insert([ColumnValue("name", .text("b2"))], ifExists: .replace)) == ["b"])
  }

  @Test func whatIsNotChosenByValuesMayDependOnAnyTable() async throws {
    let fixture = try WritableFixture(schema)
    let table = try #require(try await fixture.database.table(named: "e"))
    _ = try await table.schema()
    #expect(table.lastChange(ofPages: TableQuery()) != nil)
    for selection in [
      RowSelection(searches: [TextSearch("b")]), RowSelection(expressions: ["id IN (SELECT id FROM a)"]),
      RowSelection(relations: [RelatedFilter(table: "a", column: "name", value: "one")]),
    ] {
      #expect(table.lastChange(ofPages: TableQuery(selection: selection)) == nil)
    }
  }

  @Test func viewsMayShowAnyTable() async throws {
    let fixture = try WritableFixture(schema + "CREATE VIEW v AS SELECT * FROM e")
    let view = try #require(try await fixture.database.table(named: "v"))
    _ = try await view.schema()
    #expect(view.lastChange(ofPages: TableQuery()) == nil)
  }

  @Test func whoSeesAPartKnowsWhatIsWrittenToTheWhole() async throws {
    let fixture = try WritableFixture(schema)
    let part = try #require(try fixture.database.restricted { table, _ in table != "b" } as? SQLiteDatabase)
    _ = try await fixture.writer("c").apply([.delete(key: ["4"])], by: "")
    let before = try #require(try await page("e", part))
    _ = try await fixture.writer("c").apply([.delete(key: ["1"])], by: "")
    var state = try #require(part.currentVersion)
    #expect(state != before.state)
    #expect(before.lastChange(state) == before.version)
    _ = try await fixture.writer("e").apply([.delete(key: ["1"])], by: "")
    state = try #require(part.currentVersion)
    #expect(before.lastChange(state) != before.version)
  }

  @Test func whatIsOnlyReadHasNoHistory() async throws {
    let fixture = try Fixture(schema)
    let table = try #require(try await fixture.database().table(named: "e"))
    _ = try await table.schema()
    #expect(table.lastChange(ofPages: TableQuery()) == nil)
  }
}

import SeededNumbers
import TableModel
import Testing

@testable import SQLiteTables

/// An audit has every row that is another because of a call, whatever made it another.
struct CallAuditTests {
  private static let library = """
    CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT UNIQUE);
    CREATE TABLE album (id INTEGER PRIMARY KEY, artist INTEGER REFERENCES artist ON DELETE CASCADE ON UPDATE CASCADE);
    CREATE TABLE fan (name TEXT PRIMARY KEY,
      artist INTEGER REFERENCES artist ON DELETE SET NULL ON UPDATE CASCADE, twice AS (artist * 2));
    CREATE TABLE log (what TEXT);
    CREATE TRIGGER logs AFTER DELETE ON artist BEGIN INSERT INTO log VALUES (old.name); END;
    CREATE TRIGGER stamps AFTER UPDATE ON fan BEGIN UPDATE log SET what = 'fan' WHERE what = 'old'; END;
    INSERT INTO artist VALUES (1, 'a'), (2, 'b');
    INSERT INTO album VALUES (1, 1), (2, 1);
    INSERT INTO fan VALUES ('zoe', 1), ('yan', 2);
    INSERT INTO log VALUES ('old');
    """

  private let sample: WritableFixture

  init() throws { sample = try WritableFixture(Self.library) { $0.keepsAudit = true } }

  /// The lines since the last call of this, in words.
  private func lines(_ fixture: Fixture? = nil) throws -> Set<String> {
    let fixture = fixture ?? sample.fixture
    let rows = try fixture.rows(
      """
      SELECT "by" || ' ' || "action" || ' ' || "table" || ' ' || "key" || ': ' || coalesce("before", '') || ' > '
      || coalesce("after", '') FROM _tablepages_audit
      """)
    try fixture.execute("DELETE FROM _tablepages_audit")
    let lines = Set(rows.map { $0[0].description })
    #expect(lines.count == rows.count)
    return lines
  }

  @Test func rowsThatReferencesAndTriggersTakeAlongAreWrittenDownBeforeAndAfter() async throws {
    let artist = try await sample.writer("artist")
    let result = try await artist.apply([.delete(key: ["1"])], by: "ada")
    #expect(
      try lines() == [
        #"ada deleted artist 1: {"id": 1, "name": "a"} > "#, #"ada deleted album 1: {"id": 1, "artist": 1} > "#,
        #"ada deleted album 2: {"id": 2, "artist": 1} > "#,
        #"ada updated fan zoe: {"name": "zoe", "artist": 1, "twice": 2} > {"name": "zoe", "artist": null, "twice": null}"#,
        #"ada updated log 1: {"what": "old"} > {"what": "fan"}"#, #"ada inserted log 2:  > {"what": "a"}"#,
      ])
    _ = try await artist.revert(try #require(result.inverse), by: "bob")
    #expect(
      try lines() == [
        #"bob inserted artist 1:  > {"id": 1, "name": "a"}"#, #"bob inserted album 1:  > {"id": 1, "artist": 1}"#,
        #"bob inserted album 2:  > {"id": 2, "artist": 1}"#,
        #"bob updated fan zoe: {"name": "zoe", "artist": null, "twice": null} > {"name": "zoe", "artist": 1, "twice": 2}"#,
      ])
  }

  @Test func whatOnlyTriggersDidBesidesIsWrittenDown() async throws {
    let result = try await sample.writer("fan").apply([.update(key: ["yan"], [.init("artist", .null)])], by: "ada")
    #expect(
      try lines() == [
        #"ada updated fan yan: {"name": "yan", "artist": 2, "twice": 4} > {"name": "yan", "artist": null, "twice": null}"#,
        #"ada updated log 1: {"what": "old"} > {"what": "fan"}"#,
      ])
    // The trigger runs again, and leaves the row as it was.
    _ = try await sample.writer("fan").revert(try #require(result.inverse), by: "bob")
    #expect(
      try lines() == [
        #"bob updated fan yan: {"name": "yan", "artist": null, "twice": null} > {"name": "yan", "artist": 2, "twice": 4}"#
      ])
  }

  @Test func aRowWhosePlaceAnotherTakesIsWrittenDown() async throws {
    let change = RecordChange.insert([.init("id", .integer(7)), .init("name", .text("b"))], ifExists: .replace)
    _ = try await sample.writer("artist").apply([change], by: "ada")
    #expect(
      try lines() == [
        #"ada deleted artist 2: {"id": 2, "name": "b"} > "#, #"ada inserted artist 7:  > {"id": 7, "name": "b"}"#,
        #"ada updated fan yan: {"name": "yan", "artist": 2, "twice": 4} > {"name": "yan", "artist": null, "twice": null}"#,
        #"ada updated log 1: {"what": "old"} > {"what": "fan"}"#,
      ])
  }

  @Test func aRowWithANewKeyIsOneLineWithBoth() async throws {
    _ = try await sample.writer("artist").apply([.update(key: ["1"], [.init("id", .integer(5))])], by: "ada")
    let lines = try lines()
    #expect(lines.contains(#"ada updated artist 5: {"id": 1, "name": "a"} > {"id": 5, "name": "a"}"#))
    #expect(lines.contains(#"ada updated album 2: {"id": 2, "artist": 1} > {"id": 2, "artist": 5}"#))
  }

  @Test func whatIsOnlyTriedOrRefusedLeavesNoLine() async throws {
    let artist = try await sample.writer("artist")
    _ = try await artist.attempt([.delete(key: ["1"])], by: "test")
    await #expect(throws: RecordChangeError.self) {
      try await artist.apply([.delete(key: ["1"]), .delete(key: ["9"])], by: "eve")
    }
    #expect(try lines().isEmpty)
  }

  @Test func ofMoreRowsThanAreLookedAtItIsWrittenDownHowManyThereAre() async throws {
    let sample = try WritableFixture(Self.library) {
      $0.keepsAudit = true
      $0.auditRowLimit = 3
      $0.undoRowLimit = 1
    }
    let result = try await sample.writer("artist").apply([.delete(key: ["1"])], by: "ada")
    #expect(result.inverse == nil)
    #expect(
      try lines(sample.fixture) == [
        #"ada deleted artist 1: {"id": 1, "name": "a"} > "#, #"ada deleted album : {"$rows": 2} > "#,
        #"ada updated fan :  > {"$rows": 1}"#, #"ada inserted log :  > {"$rows": 1}"#,
        #"ada updated log :  > {"$rows": 1}"#,
      ])
  }

  @Test func ofMoreThanIsLookedAtWhenSomethingIsTakenBackItIsWrittenDownHowManyThereAre() async throws {
    let sample = try WritableFixture(
      """
      \(Self.library)
      CREATE TRIGGER greets AFTER INSERT ON artist BEGIN
      INSERT INTO log SELECT value FROM json_each('[\((1...99).map(String.init).joined(separator: ","))]'); END;
      """
    ) {
      $0.keepsAudit = true
      $0.undoRowLimit = 8
    }
    let artist = try await sample.writer("artist")
    let result = try await artist.apply([.delete(key: ["1"])], by: "ada")
    _ = try lines(sample.fixture)
    _ = try await artist.revert(try #require(result.inverse), by: "bob")
    #expect(
      try lines(sample.fixture) == [
        #"bob inserted album :  > {"$rows": 2}"#, #"bob inserted artist :  > {"$rows": 1}"#,
        #"bob updated fan :  > {"$rows": 1}"#, #"bob inserted log :  > {"$rows": 99}"#,
      ])
  }

  @Test func moreThanAnUndoKeepsIsWrittenDownRowByRow() async throws {
    for isOfRows in [true, false] {
      let sample = try WritableFixture(Self.library) {
        $0.keepsAudit = true
        if isOfRows { $0.undoRowLimit = 1 } else { $0.undoByteLimit = 200 }
      }
      let result = try await sample.writer("artist").apply([.delete(key: ["1"])], by: "ada")
      #expect(result.inverse == nil)
      let lines = try lines(sample.fixture)
      #expect(lines.count == 6)
      #expect(lines.contains(#"ada deleted album 2: {"id": 2, "artist": 1} > "#))
    }
  }

  /// Whatever is changed, taken back and done again: the rows before, without those that the audit has as they were, and with those that it
  /// has as they became, are the rows after.
  @Test func theRowsAndTheirAuditSayTheSame() async throws {
    var lineCount = 0, otherCount = 0
    for seed in 101...160 {
      var random = SeededGenerator(seed: seed)
      let world = ReferringTables(&random)
      let sample = try WritableFixture(world.sql) { $0.keepsAudit = true }
      var before = try world.texts(sample.fixture)
      for _ in 0..<10 {
        let table = try #require(world.tables.randomElement(using: &random))
        let writer = try await sample.writer(table.name)
        let changes = world.changes(to: table, &random)
        var inverse: RecordInverse?
        for round in 0..<3 {
          do {
            let result =
              if let inverse { try await writer.revert(inverse, by: "test") } else {
                try await writer.apply(changes, by: "test")
              }
            inverse = result.inverse
          } catch is RecordChangeError where round == 0 { break }
          let after = try world.texts(sample.fixture)
          let lines = try sample.fixture.rows(#"SELECT "table", "before", "after" FROM _tablepages_audit ORDER BY id"#)
          try sample.fixture.execute("DELETE FROM _tablepages_audit")
          var expected = before
          for line in lines {
            lineCount += 1
            if line[0].description != table.name { otherCount += 1 }
            #expect(line[1] != line[2])
          }
          for line in lines {
            let table = line[0].description
            if line[1] != .null {
              let place = try #require(expected[table]?.firstIndex(of: line[1].description), "\(line)\n\(world.sql)")
              expected[table]?.remove(at: place)
            }
            if line[2] != .null { expected[table]?.append(line[2].description) }
          }
          #expect(expected.mapValues { $0.sorted() } == after.mapValues { $0.sorted() }, "\(changes) in\n\(world.sql)")
          before = after
        }
      }
    }
    // Else it says nothing of what it is about.
    #expect(lineCount > 800 && otherCount > 120, "\(lineCount) lines, of which \(otherCount) of other tables")
  }
}

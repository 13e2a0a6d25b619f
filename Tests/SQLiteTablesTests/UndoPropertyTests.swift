import SeededNumbers
import TableModel
import Testing

@testable import SQLiteTables

/// Whatever the tables are, and however they refer to each other: what was changed is as it was before, every byte of it, once it is taken back,
/// and as it was after the change once that is taken back too.
struct UndoPropertyTests {
  @Test func whatWasChangedIsAsItWasBefore() async throws {
    var tookOthers = 0, changed = 0
    for seed in 1...60 {
      var random = SeededGenerator(seed: seed)
      let world = ReferringTables(&random)
      let fixture = try Fixture(world.sql)
      let database = try fixture.database { $0.isWritable = true }
      for _ in 0..<12 {
        let table = try #require(world.tables.randomElement(using: &random))
        let writer = try #require(try await database.table(named: table.name)?.writer)
        let changes = world.changes(to: table, &random)
        let before = try world.content(fixture)
        let result: RecordChangeResult
        do { result = try await writer.apply(changes, by: "test") } catch is RecordChangeError {
          #expect(try world.content(fixture) == before)
          continue
        }
        changed += 1
        tookOthers += result.others.isEmpty ? 0 : 1
        let after = try world.content(fixture)
        let inverse = try #require(result.inverse, "\(changes) in\n\(world.sql)")
        let undone = try await writer.revert(inverse, by: "test")
        #expect(try world.content(fixture) == before, "\(changes) in\n\(world.sql)")
        let redone = try await writer.revert(try #require(undone.inverse), by: "test")
        #expect(try world.content(fixture) == after, "\(changes) in\n\(world.sql)")
        if Bool.random(using: &random) {
          _ = try await writer.revert(try #require(redone.inverse), by: "test")
          #expect(try world.content(fixture) == before, "\(changes) in\n\(world.sql)")
        }
      }
      #expect(try fixture.rows("PRAGMA foreign_key_check").isEmpty)
    }
    // Else it says nothing of what it is about.
    #expect(changed > 150 && tookOthers > 50, "\(changed) changes, of which \(tookOthers) took others along")
  }
}

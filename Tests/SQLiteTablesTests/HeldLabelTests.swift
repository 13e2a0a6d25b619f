import BoundedWork
import Glibc
import TableModel
import Testing

@testable import SQLiteTables

/// What is known of a file without a look, as long as somebody reads it in a transaction that is kept.
@Suite struct HeldLabelTests {
  private let now: UInt64 = 5_000_000_000

  @Test func itIsKnownAsLongAsSomebodyHoldsTheFile() {
    let held = HeldLabel(), label = DataVersion(7)
    held.noteLook(at: now)
    #expect(held.label(at: now) == nil)
    held.hold(label)
    held.hold(label)
    #expect(held.label(at: now) == label)
    held.letGo()
    #expect(held.label(at: now) == label)
    held.letGo()
    #expect(held.label(at: now) == nil)
  }

  @Test func aMillisecondAfterALookThereIsAnother() {
    let held = HeldLabel(), label = DataVersion(7)
    held.hold(label)
    #expect(held.label(at: now) == nil)
    held.noteLook(at: now)
    #expect(held.label(at: now + 999_999) == label && held.label(at: now + 1_000_000) == nil)
    held.noteLook(at: now + 1_000_000)
    #expect(held.label(at: now + 1_000_001) == label)
  }

  @Test func ofTwoStatesAtOnceNoneIsKnown() {
    let held = HeldLabel()
    held.noteLook(at: now)
    held.hold(DataVersion(7))
    held.hold(DataVersion(8))
    #expect(held.label(at: now) == nil)
    held.letGo()
    #expect(held.label(at: now) == nil)
    held.letGo()
    held.hold(DataVersion(8))
    #expect(held.label(at: now) == DataVersion(8))
  }

  // MARK: Connections

  private func makeFixture(_ mode: String) throws -> Fixture {
    let fixture = try Fixture("PRAGMA journal_mode=\(mode); CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (1)")
    fixture.close()
    return fixture
  }

  /// Reads in a transaction that is kept: one stretch of work right behind the other, as often as it takes.
  private func keep(_ connection: SQLiteConnection, of file: OpenFile) throws -> DataVersion? {
    repeat {
      connection.start(isInline: true, nanoseconds: 1_000_000_000, busyMilliseconds: 0)
      connection.start(at: file.label(), of: file)
    } while !connection.kept.isOpen
    _ = try connection.schemaVersion()
    return connection.label(of: file)
  }

  private func isHeld(_ file: OpenFile) -> Bool {
    file.held.noteLook(at: now)
    return file.held.label(at: now) != nil
  }

  @Test func asLongAsItIsKnownNobodyCommits() throws {
    let fixture = try makeFixture("delete")
    let database = try fixture.database(), file = database.openFile
    let writer = try WriterProcess(path: fixture.path)
    writer.execute("PRAGMA busy_timeout=0")
    let connection = try file.pool.open()
    let label = try #require(try keep(connection, of: file))
    file.held.noteLook(at: now)
    #expect(file.held.label(at: now) == label)
    // What the label says is what is there.
    #expect(writer.execute("UPDATE t SET n = 2") != "ok")
    #expect(isHeld(file) && file.watch?.label() == label)
    connection.endKept()
    #expect(!isHeld(file))
    #expect(writer.execute("UPDATE t SET n = 2") == "ok" && file.label() != label)
  }

  @Test func whoeverEndsOrGoesHoldsNothing() throws {
    let fixture = try makeFixture("delete")
    let database = try fixture.database(), file = database.openFile
    let connection = try file.pool.open()
    #expect(try keep(connection, of: file) != nil && isHeld(file))
    connection.rollBack()
    #expect(!isHeld(file))
    do {
      let other = try file.pool.open()
      #expect(try keep(other, of: file) != nil && isHeld(file))
    }
    #expect(!isHeld(file))
  }

  @Test func besideALogOthersCommitAndTheFileIsLookedAt() throws {
    let fixture = try makeFixture("wal")
    let database = try fixture.database(), file = database.openFile
    let connection = try file.pool.open()
    #expect(try keep(connection, of: file) != nil && connection.kept.isOpen && !isHeld(file))
  }

  @Test func whereItIsKnownTheFileIsNotLookedAt() throws {
    let fixture = try makeFixture("delete"), other = try makeFixture("delete")
    let database = try fixture.database(), file = database.openFile
    let connection = try file.pool.open()
    let label = try #require(try keep(connection, of: file))
    #expect(rename(other.path, fixture.path) == 0)
    guard case .replaced? = file.watch?.look() else {
      Issue.record("The file should be another one")
      return
    }
    // Within a millisecond of a look, which is as often as it takes.
    let isKnown = (0..<2_000).contains { _ in
      file.held.noteLook(at: WorkBudget.now())
      return file.label() == label
    }
    #expect(isKnown)
    connection.endKept()
    #expect(file.label() == nil)
  }
}

import Foundation
import Synchronization
import Testing

@testable import SavedQueries

@Suite struct SavedQueryStoreTests {
  /// A path in a folder of its own, which is removed behind the test.
  private static func with(_ test: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await test(folder.appending(path: "queries.json").path)
  }

  private static func content(_ name: String, isShared: Bool = false) -> SavedQueryContent {
    SavedQueryContent(name: name, statement: "select '\(name)'", isShared: isShared)
  }

  private static let ada = SavedQueryStore.Editor("ada", isAdministrator: false)
  private static let bob = SavedQueryStore.Editor("bob", isAdministrator: false)
  private static let root = SavedQueryStore.Editor("root", isAdministrator: true)

  @Test func whatIsSavedIsThereInAnotherStoreAtOnce() async throws {
    try await Self.with { path in
      let one = try SavedQueryStore(path: path), other = try SavedQueryStore(path: path)
      let saved = try await one.save(Self.content("Zürich"), in: "shop", by: "ada")
      #expect(saved.number == 1)
      #expect(try other.query(1, in: "shop", for: "ada") == saved)
      let second = try await other.save(Self.content("Albums"), in: "shop", by: "ada")
      #expect(try one.queries(in: "shop", for: "ada").map(\.content.name) == ["Albums", "Zürich"])
      #expect(second.number == 2)
      #expect(try one.queries(in: "elsewhere", for: "ada").isEmpty)
      #expect(try SavedQueryStore(path: path).queries(in: "shop", for: "ada").count == 2)
    }
  }

  @Test func aPrivateQueryIsNotThereForOthers() async throws {
    try await Self.with { path in
      let store = try SavedQueryStore(path: path)
      let own = try await store.save(Self.content("own"), in: "shop", by: "ada")
      let shared = try await store.save(Self.content("shared", isShared: true), in: "shop", by: "ada")
      for visitor in ["bob", nil] {
        #expect(try store.queries(in: "shop", for: visitor) == [shared])
        #expect(throws: SavedQueryError.missing) { try store.query(own.number, in: "shop", for: visitor) }
      }
      for editor in [Self.bob, Self.root] {
        await #expect(throws: SavedQueryError.missing) {
          try await store.delete(own.number, in: "shop", version: nil, by: editor)
        }
      }
      await #expect(throws: SavedQueryError.notPermitted) {
        try await store.delete(shared.number, in: "shop", version: nil, by: Self.bob)
      }
      _ = try await store.delete(shared.number, in: "shop", version: nil, by: Self.root)
      #expect(try store.queries(in: "shop", for: "ada") == [own])
    }
  }

  @Test func aChangeOfAnOlderVersionChangesNothing() async throws {
    try await Self.with { path in
      let store = try SavedQueryStore(path: path)
      let first = try await store.save(Self.content("first"), in: "shop", by: "ada")
      let second = try await store.replace(1, in: "shop", version: first.version, by: Self.ada) { _ in
        Self.content("second")
      }
      await #expect(throws: SavedQueryError.changed) {
        try await store.replace(1, in: "shop", version: first.version, by: Self.ada) { _ in Self.content("third") }
      }
      await #expect(throws: SavedQueryError.changed) {
        try await store.delete(1, in: "shop", version: first.version, by: Self.ada)
      }
      #expect(try store.query(1, in: "shop", for: "ada") == second)
    }
  }

  @Test func aDeletedQueryComesBackForThirtyDays() async throws {
    try await Self.with { path in
      let time = Mutex<Int64>(1_000_000)
      let store = try SavedQueryStore(path: path) { time.withLock { $0 } }
      let saved = try await store.save(Self.content("old"), in: "shop", by: "ada")
      _ = try await store.delete(1, in: "shop", version: saved.version, by: Self.ada)
      #expect(throws: SavedQueryError.missing) { try store.query(1, in: "shop", for: "ada") }
      await #expect(throws: SavedQueryError.missing) { try await store.restore(1, in: "shop", by: Self.bob) }
      #expect(try await store.restore(1, in: "shop", by: Self.ada).content == saved.content)
      _ = try await store.delete(1, in: "shop", version: nil, by: Self.ada)
      time.withLock { $0 += SavedQueryStore.restoringSeconds + 1 }
      await #expect(throws: SavedQueryError.missing) { try await store.restore(1, in: "shop", by: Self.ada) }
      #expect(try await store.save(Self.content("new"), in: "shop", by: "ada").number == 2, "no number comes twice")
    }
  }

  @Test func writersOfSeveralStoresLoseNothing() async throws {
    try await Self.with { path in
      let stores = try (0..<4).map { _ in try SavedQueryStore(path: path) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, store) in stores.enumerated() {
          group.addTask {
            for turn in 0..<25 {
              _ = try await store.save(Self.content("\(index)-\(turn)"), in: "shop", by: "user \(index)")
            }
          }
        }
        try await group.waitForAll()
      }
      let numbers = try (0..<4).flatMap { try stores[0].queries(in: "shop", for: "user \($0)").map(\.number) }
      #expect(numbers.sorted() == Array(1...100))
    }
  }

  @Test func aVisitorSavesSoManyAndNoMore() async throws {
    try await Self.with { path in
      var list = SavedQueryList()
      list.last = SavedQueryStore.countLimit
      list.queries = (1...SavedQueryStore.countLimit).map {
        SavedQuery(number: $0, database: "shop", owner: "ada", content: Self.content("q\($0)"), changedAt: 1)
      }
      try Data(list.bytes).write(to: URL(filePath: path))
      let store = try SavedQueryStore(path: path)
      await #expect(
        throws: SavedQueryError.full("You have saved 500 queries for this database; delete some of them first")
      ) {
        try await store.save(Self.content("more"), in: "shop", by: "ada")
      }
      #expect(try await store.save(Self.content("mine"), in: "shop", by: "bob").number == 501)
    }
  }

  @Test(arguments: ["", "{}", "[]", "select 1", "{\"file\": \"something else\"}", "SQLite format 3\0", "\u{FEFF}{}"])
  func aFileOfSomebodyElseIsLeftAsItIs(text: String) async throws {
    try await Self.with { path in
      try Data(text.utf8).write(to: URL(filePath: path))
      #expect(throws: SavedQueryError.self) { try SavedQueryStore(path: path) }
      #expect(try Data(contentsOf: URL(filePath: path)) == Data(text.utf8))
    }
  }

  @Test func linksAndFoldersAreLeftAlone() async throws {
    try await Self.with { path in
      _ = try SavedQueryStore(path: path)
      let link = path + "-link", folder = path + "-folder"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      #expect(throws: SavedQueryError.self) { try SavedQueryStore(path: link) }
      #expect(throws: SavedQueryError.self) { try SavedQueryStore(path: folder) }
    }
  }

  @Test func aFileThatIsSpoiltOrGoneIsSaidAndNotReplaced() async throws {
    try await Self.with { path in
      let store = try SavedQueryStore(path: path)
      let saved = try await store.save(Self.content("kept"), in: "shop", by: "ada")
      let whole = try Data(contentsOf: URL(filePath: path))
      try Data("spoilt".utf8).write(to: URL(filePath: path))
      #expect(throws: SavedQueryError.self) { try store.queries(in: "shop", for: "ada") }
      await #expect(throws: SavedQueryError.self) { try await store.save(Self.content("x"), in: "shop", by: "ada") }
      #expect(try Data(contentsOf: URL(filePath: path)) == Data("spoilt".utf8))
      try FileManager.default.removeItem(atPath: path)
      #expect(throws: SavedQueryError.self) { try store.queries(in: "shop", for: "ada") }
      await #expect(throws: SavedQueryError.self) { try await store.save(Self.content("x"), in: "shop", by: "ada") }
      #expect(!FileManager.default.fileExists(atPath: path))
      try whole.write(to: URL(filePath: path))
      #expect(try store.queries(in: "shop", for: "ada") == [saved], "it is there again by itself")
      let beside = try FileManager.default.contentsOfDirectory(
        atPath: URL(filePath: path).deletingLastPathComponent().path)
      #expect(beside == ["queries.json"], "no draft stays behind")
    }
  }
}

import Foundation
import Synchronization
import TableModel
import Testing

@testable import SQLiteTables

@Suite struct OwnDatabaseFileTests {
  private let fixture: Fixture
  private var path: String { fixture.folder + "/rows.sqlite" }
  init() throws { fixture = try Fixture() }

  /// What is in the folder, links as what they are.
  private func contents() throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: fixture.folder) {
      let path = fixture.folder + "/" + name
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
      contents[name] = target.map { Data($0.utf8) } ?? FileManager.default.contents(atPath: path) ?? Data()
    }
    return contents
  }

  private func write(_ bytes: some Sequence<UInt8>, to path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  @Test func aFileOfOurOwnCarriesTheMarkFromTheStart() throws {
    let file = OwnDatabaseFile(path: path)
    #expect(file.standing == .absent)
    try file.make()
    #expect(file.standing == .own)
    let bytes = try #require(FileManager.default.contents(atPath: path))
    #expect(Array(bytes[68..<72]) == Array("TbPg".utf8))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    // Rows in the log don't hide it.
    let writer = try SQLiteBulkWriter(path: path)
    try writer.execute("CREATE TABLE t (a)")
    #expect(file.standing == .own)
    #expect(try writer.rows("PRAGMA application_id") == [[String(OwnDatabaseFile.mark)]])
  }

  /// Whoever looks at any moment, as the next start does after `kill -9`, sees nothing or a file of our own.
  @Test func noMomentShowsAFileWithoutItsMark() async throws {
    let path = path
    for _ in 0..<50 {
      let file = OwnDatabaseFile(path: path)
      let isMade = Mutex(false)
      async let standings = Task.detached {
        var seen: Set<String> = []
        while !isMade.withLock(\.self) { seen.insert("\(OwnDatabaseFile(path: path).standing)") }
        return seen
      }.value
      try file.make()
      isMade.withLock { $0 = true }
      #expect(await !standings.contains("foreign"))
      #expect(Set(try contents().keys.filter { $0.hasPrefix("rows") }) == ["rows.sqlite"])
      try file.remove()
    }
  }

  enum Foreign: CaseIterable {
    case emptyFile, text, database, databaseWithLog, folder, link, linkToOwn, brokenLink, ownWithLinkedLog, logAlone,
      journalAlone
  }

  private func make(_ foreign: Foreign) throws {
    let manager = FileManager.default
    let elsewhere = fixture.folder + "/elsewhere.sqlite"
    func database(_ path: String) throws {
      try SQLiteDatabaseBuilder.create(atPath: path) {
        try $0.execute("CREATE TABLE mine (a); INSERT INTO mine VALUES (1)")
      }
    }
    switch foreign {
    case .emptyFile: try write([], to: path)
    case .text: try write("my notes".utf8, to: path)
    case .database: try database(path)
    case .databaseWithLog:
      try database(path)
      try write("a log".utf8, to: path + "-wal")
    case .folder: try manager.createDirectory(atPath: path, withIntermediateDirectories: false)
    case .link:
      try database(elsewhere)
      try manager.createSymbolicLink(atPath: path, withDestinationPath: elsewhere)
    case .linkToOwn:
      try OwnDatabaseFile(path: elsewhere).make()
      try manager.createSymbolicLink(atPath: path, withDestinationPath: elsewhere)
    case .brokenLink: try manager.createSymbolicLink(atPath: path, withDestinationPath: elsewhere)
    case .ownWithLinkedLog:
      try OwnDatabaseFile(path: path).make()
      try write("somebody's".utf8, to: elsewhere)
      try manager.createSymbolicLink(atPath: path + "-wal", withDestinationPath: elsewhere)
    case .logAlone: try write("somebody's".utf8, to: path + "-wal")
    case .journalAlone: try write("somebody's".utf8, to: path + "-journal")
    }
  }

  @Test(arguments: Foreign.allCases)
  func whatIsNoneOfOursIsNeitherWrittenToNorRemoved(foreign: Foreign) throws {
    try make(foreign)
    let before = try contents()
    let file = OwnDatabaseFile(path: path)
    #expect(file.standing == .foreign)
    #expect(throws: TableError.self) { try SQLiteBulkWriter(path: path) }
    #expect(throws: TableError.self) { try file.make() }
    #expect(throws: TableError.self) { try file.remove() }
    #expect(throws: TableError.self) {
      try SQLiteDatabaseBuilder.create(atPath: path) { try $0.execute("CREATE TABLE t (a)") }
    }
    #expect(try contents() == before)
  }

  @Test func aFileOfOurOwnIsRemovedWithItsLog() throws {
    do {
      let writer = try SQLiteBulkWriter(path: path)
      try writer.execute("CREATE TABLE t (a)")
      try write("left behind".utf8, to: path + "-journal")
      try OwnDatabaseFile(path: path).remove()
    }
    #expect(try contents().keys.filter { $0.hasPrefix("rows") }.isEmpty)
  }

  @Test func damageIsFound() throws {
    do {
      let writer = try SQLiteBulkWriter(path: path)
      try writer.execute("CREATE TABLE t (a)")
      let insertion = try writer.insertion(into: "t", columnCount: 1)
      let bytes = [UInt8](repeating: 0x61, count: 500)
      try writer.begin()
      for _ in 0..<2_000 { try insertion.add([BulkField(textAt: 0, count: 500)], of: bytes) }
      try writer.commit()
      try writer.check { false }
      #expect(throws: CancellationError.self) { try writer.check { true } }
    }
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try handle.seek(toOffset: 300_000)
    try handle.write(contentsOf: Data(repeating: 0xEE, count: 50_000))
    try handle.close()
    let writer = try SQLiteBulkWriter(path: path)
    #expect(throws: DamagedDatabase.self) { try writer.check { false } }
  }
}

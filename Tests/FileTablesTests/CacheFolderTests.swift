import Foundation
import Logging
import SQLiteTables
import Testing

@testable import FileTables

@Suite struct CacheFolderTests {
  let folder: Folder
  init() throws { folder = try Folder() }

  private func cache(_ sources: String..., name: String = "data") throws -> CacheFolder {
    try CacheFolder(in: folder.url.path, name: name, sources: sources)
  }

  @Test func everySetOfSourcesHasAFolderOfItsOwn() throws {
    let a = try cache("/a/data.csv"), b = try cache("/b/data.csv"), both = try cache("/a/data.csv", "/b/data.csv")
    #expect(Set([a, b, both].map(\.databasePath)).count == 3)
    #expect(a.databasePath.hasPrefix(folder.path("tablepages-cache/data-")))
    #expect(a.databasePath.hasSuffix("/rows.sqlite"))
    // Names are no paths: what joins two of them isn't in either.
    #expect(Set([try cache("/a", "/b"), try cache("/a/b"), try cache("/a /b")].map(\.databasePath)).count == 3)
  }

  @Test func theOrderOfSourcesIsNothing() throws {
    let path = try cache("/b", "/a").databasePath
    #expect(try cache("/a", "/b", "/a").databasePath == path)
  }

  @Test func whoCallsItsRowsWhateverItLikesStaysInsideOfTheFolder() throws {
    for name in ["../../etc", "", String(repeating: "ä", count: 5_000), "a\u{0}b", "."] {
      let path = try cache("/x", name: name).databasePath
      #expect(URL(fileURLWithPath: path).standardizedFileURL.path.hasPrefix(folder.path("tablepages-cache/")))
      #expect(path.split(separator: "/").allSatisfy { $0.utf8.count <= 255 })
    }
  }

  @Test func twoNeverUseOneFolderAtOnce() throws {
    do {
      let first = try cache("/a")
      #expect(
        throws: CacheError.inUse(folder: URL(fileURLWithPath: first.databasePath).deletingLastPathComponent().path)
      ) {
        _ = try cache("/a")
      }
      withExtendedLifetime(first) {}
    }
    _ = try cache("/a")
  }

  @Test func filesOfOthersAreLeftAloneAndAnotherNameIsTaken() throws {
    let path = try cache("/a").databasePath
    try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
    let next = try cache("/a")
    #expect(next.foreignPaths == [path] && next.databasePath.hasSuffix("/rows-2.sqlite"))
    #expect(FileManager.default.contents(atPath: path) == Data("mine".utf8))
  }

  @Test func aFileOrALinkInThePlaceOfTheFolderIsTold() throws {
    try folder.write("tablepages-cache", "mine")
    #expect(throws: CacheError.self) { _ = try cache("/a") }
    #expect(FileManager.default.contents(atPath: folder.path("tablepages-cache")) == Data("mine".utf8))
    try FileManager.default.removeItem(atPath: folder.path("tablepages-cache"))
    try FileManager.default.createDirectory(atPath: folder.path("elsewhere"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("tablepages-cache"), withDestinationPath: folder.path("elsewhere"))
    #expect(throws: CacheError.self) { _ = try cache("/a") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("elsewhere")) == [])
  }
}

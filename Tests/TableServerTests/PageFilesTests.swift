import Foundation
import Testing

@testable import SitePages

/// The files that pages are made of are in the program as they are in their folders.
@Suite struct PageFilesTests {
  @Test func everyNibIsInTheProgram() throws {
    let folder = SiteUnderTest.root.appending(path: "Sources/SitePages/Nibs")
    var nibs: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".html") {
      nibs[String(name.dropLast(".html".count))] = try String(
        contentsOf: folder.appending(path: name), encoding: .utf8)
    }
    #expect(nibs.count >= 60)
    #expect(PageFiles.nibs == nibs)
  }

  /// Those of whole pages are compiled when they are first shown, where it would be too late.
  @Test func everyNibFitsItsView() throws { try PageNibs.standard.get().check() }
}

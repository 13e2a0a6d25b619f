import Foundation
import SitePages
import Testing

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
}

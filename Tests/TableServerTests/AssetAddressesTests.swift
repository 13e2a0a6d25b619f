import Foundation
import MicroHTTP
import MicroHTTPTesting
import SiteConfiguration
import SiteTables
import TableServer
import Testing

/// What browsers fetch with the pages: the package's own files, and those of the site.
@Suite struct AssetAddressesTests {
  private static let packageFolder = SiteUnderTest.root.appending(path: "Public")

  /// Calls `test` with a folder that has these files, and removes it.
  private func withFolder(_ files: [String: String], _ test: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "assets-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, content) in files { try Data(content.utf8).write(to: folder.appending(path: name)) }
    try await test(folder.path)
  }

  @Test func everyFileOfThePackageIsServedWithoutAFolder() async throws {
    let client = TestClient.inProcess(try TableServer(unchecked: Site()))
    let paths = try FileManager.default.subpathsOfDirectory(atPath: Self.packageFolder.path)
    let files = paths.filter { $0.contains(".") }
    #expect(files.count >= 14)
    for name in files {
      let response = try await client.get("/-/static/\(name)")
      #expect(response.status == .ok, "\(name)")
      #expect(try Data(response.body) == Data(contentsOf: Self.packageFolder.appending(path: name)), "\(name)")
    }
    #expect(try await client.get("/-/static/nothing.css").status == .notFound)
  }

  @Test func aFileOfTheSiteTakesThePlaceOfOneOfThePackage() async throws {
    try await withFolder(["search.css": "b { color: red }", "note.txt": "Hello"]) { folder in
      let client = TestClient.inProcess(try TableServer(unchecked: Site(), publicFolder: folder))
      #expect(try await client.get("/-/static/search.css").text == "b { color: red }")
      #expect(try await client.get("/-/static/note.txt").text == "Hello")
      #expect(try await client.get("/-/static/tablepages.css").text.contains("{"))
    }
  }

  @Test func everyPageLinksTheStyleSheetsAndScriptsOfTheSite() async throws {
    try await withFolder(["shop.css": "b {}", "more.css": "i {}", "shop.js": "1", "more.js": "2"]) { folder in
      var site = Site()
      site.options.styleSheets = ["shop.css"]
      site.options.scripts = ["shop.js"]
      site.file = try SiteFile(yaml: "style_sheets: [more.css]\nscripts: more.js")
      let client = TestClient.inProcess(try TableServer(unchecked: site, publicFolder: folder))
      for path in ["/", "/nothing", "/-/sign-in"] {
        let head = try await client.get(path).text.components(separatedBy: "</head>")[0]
        for name in ["shop.css", "more.css"] {
          #expect(head.contains("<link rel=\"stylesheet\" href=\"/-/static/\(name)?v="), "\(path) \(name)")
        }
        for name in ["shop.js", "more.js"] {
          #expect(head.contains("<script src=\"/-/static/\(name)?v="), "\(path) \(name)")
        }
        // After the package's own, so that its rules hold.
        let places = ["tablepages.css", "shop.css", "more.css"].compactMap { head.range(of: $0)?.lowerBound }
        #expect(places.count == 3 && places == places.sorted(), "\(path)")
      }
    }
  }

  @Test func aStyleSheetThatIsMissingIsToldAtStart() async throws {
    var site = Site()
    site.options.styleSheets = ["shop.css"]
    #expect(throws: SiteError.missingFile("shop.css")) { try TableServer(unchecked: site) }
    site.options.styleSheets = []
    let server = try TableServer(unchecked: site)
    #expect(throws: SiteError.missingFile("late.css")) {
      try server.reload(try SiteFile(yaml: "style_sheets: late.css"), nibs: NibSources())
    }
  }

  @Test func partsHaveTheHeadersOfTheWhole() async throws {
    let client = TestClient.inProcess(try SiteUnderTest.server())
    let path = "/-/static/tablepages.css"
    let whole = try await client.get(path)
    let part = try await client.get(path, headers: ["Range": "bytes=0-9"])
    #expect(part.status == .partialContent && part["Vary"] == whole["Vary"] && whole["Vary"] == "Accept-Encoding")
    #expect(part.values("X-Content-Type-Options") == ["nosniff"])
    let beyond = try await client.get(path, headers: ["Range": "bytes=9999999-", "Accept": "application/json"])
    let size = whole.body.count
    #expect(beyond.status == .rangeNotSatisfiable && beyond["Content-Range"] == "bytes */\(size)")
    #expect(try beyond.error() == "The file has \(size) bytes.")
  }

  @Test func healthIsKeptByNobody() async throws {
    let client = TestClient.inProcess(try SiteUnderTest.server())
    for path in ["/-/health", "/-/health/live", "/-/health/ready"] {
      #expect(try await client.get(path)["Cache-Control"] == "no-store", "\(path)")
    }
  }
}

import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteConfiguration
import SiteTables
import Testing

@testable import TableServer

/// What rows elsewhere are called, for those who may not read them, when the site's owner chooses another column.
@Suite struct LabelReloadTests {
  private static let schema = """
    CREATE TABLE patient (id INTEGER PRIMARY KEY, code TEXT, secret TEXT);
    INSERT INTO patient VALUES (1, 'Code-A', 'Secret-A');
    CREATE TABLE ward (id INTEGER PRIMARY KEY, name TEXT, floor TEXT);
    INSERT INTO ward VALUES (1, 'Ward-A', 'Floor-A');
    CREATE TABLE visit (id INTEGER PRIMARY KEY, patient INTEGER REFERENCES patient(id), ward INTEGER REFERENCES ward(id));
    INSERT INTO visit VALUES (7, 1, 1);
    """
  private static let paths = [
    "/sample/visit", "/sample/visit.json?_labels=on", "/sample/visit.csv?_labels=on", "/sample/visit/7",
    "/sample/visit.json?_facet=patient&_facet=ward", "/sample/visit?_facet=patient",
    "/sample/visit/-/facets?_facet=patient",
    "/sample/visit?_sort=patient",
  ]

  private static func file(patient: String, ward: String) throws -> SiteFile {
    try SiteFile(
      yaml: """
        databases: {sample: {tables: {patient: {allow: {id: ada}, label_column: \(patient)}, ward: {label_column: \(ward)}}}}
        """)
  }

  @Test func noLabelIsShownThatAVisitorMayNotRead() async throws {
    let sample = try SampleDatabase(Self.schema)
    defer { sample.remove() }
    let site = try AccessSite {
      $0.databases = [try SQLiteDatabase.open(path: sample.path)]
      $0.file = try Self.file(patient: "code", ward: "name")
    }
    let ada = ["Cookie": try await site.cookie(of: "ada")]
    func look(_ hidden: [String], _ ward: String, _ patient: String) async throws {
      for path in Self.paths {
        let page = try await site.client.get(path)
        #expect(page.status == .ok)
        for word in hidden { #expect(!page.text.contains(word), "\(path) shows \(word)") }
      }
      #expect(try await site.client.get("/sample/visit").text.contains(ward))
      #expect(try await site.client.get("/sample/visit", headers: ada).text.contains(patient))
    }
    let secrets = ["Code-A", "Secret-A"]
    try await look(secrets, "Ward-A", "Code-A")
    // Those who see a part look at the file on connections of their own, which have to learn of it too.
    try site.server.reload(try Self.file(patient: "secret", ward: "floor"), nibs: NibSources())
    try await look(secrets, "Floor-A", "Secret-A")
    try site.server.reload(try Self.file(patient: "code", ward: "name"), nibs: NibSources())
    try await look(secrets, "Ward-A", "Code-A")
    // What was open before may be closed by another file.
    try site.server.reload(
      try SiteFile(
        yaml: "databases: {sample: {tables: {patient: {allow: false}, ward: {allow: {id: ada}, label_column: name}}}}"),
      nibs: NibSources())
    for path in Self.paths {
      let text = try await site.client.get(path).text
      for word in secrets + ["Ward-A", "Floor-A"] { #expect(!text.contains(word), "\(path) shows \(word)") }
    }
  }
}

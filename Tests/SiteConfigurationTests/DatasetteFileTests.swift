import TableModel
import Testing
import TextCoding

@testable import SiteConfiguration

/// Configurations and metadata that were written for Datasette.
@Suite struct DatasetteFileTests {
  private static let configuration = """
    title: My site
    settings:
      default_page_size: 20
      max_returned_rows: 500
      default_allow_sql: off
      allow_download: off
      sql_time_limit_ms: 1500
    plugins: {datasette-cluster-map: {latitude_column: lat}}
    permissions:
      execute-sql: {id: root}
      insert-row: {id: root}
    databases:
      fixtures:
        permissions: {view-database: {id: ada}}
        queries:
          by_name: {sql: "select * from city where name = :name", fragment: x, on_success_message: hi}
          add: {sql: "insert into city (name) values (:name)", write: true}
        tables:
          city:
            fts_table: city_fts
            fts_pk: id
            units: {height: m}
            column_types: {site: url, place: point}
    """

  @Test func aConfigurationIsReadAndWhatMeansNothingIsNamed() throws {
    let file = try SiteFile(yaml: Self.configuration)
    #expect(file.settings.pageSize == 20 && file.settings.maximumPageSize == 500)
    #expect(file.settings.allowsQueries == false && file.settings.allowsDownloads == false)
    #expect(file.notes.map(\.key) == ["allow_sql"])
    let database = try #require(file.databases.first)
    #expect(database.notes.map(\.key) == ["allow"] && database.queries.map(\.name) == ["by_name", "add"])
    #expect(database.queries.map { $0.writing != nil } == [false, true])
    let table = try #require(database.tables.first), columns = table.columns
    #expect(table.searchIndex?.text == "city_fts" && table.searchKey?.text == "id")
    #expect(columns.first { $0.name.text == "height" }?.unit == "m")
    #expect(columns.first { $0.name.text == "site" }?.type == .link)
    #expect(
      Set(file.ignored.map(\.key)) == [
        "sql_time_limit_ms", "plugins", "insert-row", "fragment", "on_success_message", "column_types",
      ])
  }

  @Test(arguments: [
    (#"{"title": "Caf\u00e9 \ud83d\ude00"}"#, "Café 😀"), (#"{"title": "\ud83d\ude00\ud83d\ude01"}"#, "😀😁"),
    (#"{"title": "a\\ud83d"}"#, #"a\ud83d"#), (#"{"title": "\u0041\""}"#, "A\""),
  ])
  func jsonMayWriteCharactersAsItsEscapes(json: String, title: String) throws {
    #expect(try SiteFile(yaml: json).title == title)
  }

  @Test func aMisspelledKeyIsStillAMistake() {
    #expect(throws: SiteFileError.self) { try SiteFile(yaml: "settings: {default_page_size: many}") }
    #expect(throws: SiteFileError.self) { try SiteFile(yaml: "titel: x") }
  }
}

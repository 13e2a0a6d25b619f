import TableServer
import Testing

@Suite struct SiteFileTests {
  @Test func aFileSaysWhatItSays() throws {
    let file = try SiteFile(
      yaml: """
        title: "Shop"
        description: All that is sold
        license: {name: CC0}
        databases:
          shop:
            title: The shop
            source: https://example.org/
            queries:
              one: select 1
              2024:
                sql: select :b, :a
                title: Two
                params: [a, b]
                hide_sql: true
                allow: {id: root}
          log:
        """)
    #expect(file.title == "Shop" && file.description == "All that is sold")
    #expect(file.databases.map(\.name) == ["shop", "log"])
    let shop = try #require(file.databases.first)
    #expect(shop.title == "The shop" && shop.description == nil)
    #expect(shop.queries.map(\.name) == ["one", "2024"])
    #expect(shop.queries.map(\.statement) == ["select 1", "select :b, :a"])
    #expect(shop.queries[1].title == "Two" && shop.queries[1].parameters == ["a", "b"])
    #expect(shop.queries.map(\.hidesStatement) == [false, true])
  }

  @Test(arguments: ["", "# nothing yet", "---\n", "{}", "title:\ndatabases:\n"])
  func aFileMaySayNothing(yaml: String) throws {
    let file = try SiteFile(yaml: yaml)
    #expect(file.title == nil && file.databases.isEmpty)
  }

  @Test func jsonIsRead() throws {
    let file = try SiteFile(yaml: #"{"title": "J", "databases": {"d": {"queries": {"q": {"sql": "select 1"}}}}}"#)
    #expect(file.title == "J" && file.databases.first?.queries.first?.statement == "select 1")
  }

  @Test(arguments: [
    ("titel: A", ["1:1: The key “titel” is not known here; “title” is"]),
    ("zzzzzz: A", ["1:1: The key “zzzzzz” is not known here"]),
    ("title: 5", ["1:8: title must be a text: put it in quotes"]),
    ("title: yes", ["1:8: title must be a text: put it in quotes"]),
    ("title: [a]", ["1:8: title must be a text"]),
    ("- a", ["1:1: What is said about the site file must be keys with values, such as title: A title"]),
    ("just words", ["1:1: What is said about the site file must be keys with values, such as title: A title"]),
    ("databases: [a]", ["1:12: databases must be names, each with what is said about it"]),
    (
      "databases:\n  d: text",
      ["2:6: What is said about the database “d” must be keys with values, such as title: A title"]
    ),
    ("databases:\n  d:\n    querys: {}", ["3:5: The key “querys” is not known here; “queries” is"]),
    ("databases: {d: {queries: {q: }}}", ["1:27: The query “q” has no sql"]),
    ("databases: {d: {queries: {q: ' '}}}", ["1:27: The query “q” has no sql"]),
    ("databases: {d: {queries: {q: {title: A}}}}", ["1:27: The query “q” has no sql"]),
    ("databases: {d: {queries: {q: {sql: 5}}}}", ["1:36: The sql of the query “q” must be a text"]),
    ("databases: {d: {queries: {q: 5}}}", ["1:30: The sql of the query “q” must be a text"]),
    (
      "databases: {d: {queries: {q: [a]}}}",
      ["1:30: What is said about the query “q” must be keys with values, such as title: A title"]
    ),
    (
      "databases: {d: {queries: {q: {sql: a, params: b}}}}",
      ["1:47: params must be a list of names, such as [price, name]"]
    ),
    (
      "databases: {d: {queries: {q: {sql: a, params: [_x, b, b, 1]}}}}",
      [
        "1:48: The parameter “_x” can't be had: names that begin with _ are arguments of pages",
        "1:55: The parameter “b” is named twice",
        "1:58: a name of params must be a text: put it in quotes",
      ]
    ),
    ("databases: {d: {queries: {q: {sql: a, hide_sql: sure}}}}", ["1:49: hide_sql must be true or false"]),
    ("databases: {d: {queries: {q: {sql: a, write: true}}}}", ["1:39: The key “write” is not known here"]),
    ("title: a\ntitle: b", ["1:1: The key “title” is there twice"]),
    ("title: 'a", ["1:10: This is no YAML: found unexpected end of stream"]),
    ("a: *b", ["1:4: This is no YAML: found undefined alias"]),
    (
      "titel: A\nsorce: b",
      ["1:1: The key “titel” is not known here; “title” is", "2:1: The key “sorce” is not known here; “source” is"]
    ),
  ])
  func whatIsWrongIsToldWithItsPlace(yaml: String, problems: [String]) throws {
    let error = try #require(throws: SiteFileError.self) { try SiteFile(yaml: yaml) }
    #expect(error.problems.map(\.description) == problems)
  }
}

import RichTextRendering
import SiteConfiguration
import TableModel
import TableRendering
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

  @Test func aDescriptionInMarkdownIsAtMostSixteenKilobytes() throws {
    let most = String(repeating: "a", count: RichText.maximumMarkdownLength)
    #expect(try SiteFile(yaml: "description: \(most)").description?.source == most)
    #expect(try SiteFile(yaml: "description_html: \(most)a").description?.source == most + "a")
    let error = try #require(throws: SiteFileError.self) { try SiteFile(yaml: "description: \(most)a") }
    #expect(
      error.problems.map(\.description) == [
        "1:14: description is longer than 16,384 bytes; shorten it, or use description_html"
      ])
  }

  @Test func aliasesThatStandForMoreThanMemoryHoldsAreRefused() throws {
    let names = Array("abcdefghi").map(String.init)
    let bomb = zip(names, names.dropFirst()).map {
      "\($1): &\($1) [\(Array(repeating: "*\($0)", count: 9).joined(separator: ","))]"
    }
    let yaml = "a: &a [x,x,x,x,x,x,x,x,x]\n" + bomb.joined(separator: "\n") + "\nabout: *i\n"
    for read in [{ _ = try SiteFile(yaml: yaml) }, { _ = try AccessFile(yaml: yaml) }] {
      let error = try #require(throws: SiteFileError.self) { try read() }
      #expect(error.problems.count == 1 && error.description.contains("more than 1000000 values"))
    }
    #expect(try SiteFile(yaml: "title: &name Shop\nabout: *name").title == "Shop")
  }

  @Test func jsonIsRead() throws {
    let file = try SiteFile(yaml: #"{"title": "J", "databases": {"d": {"queries": {"q": {"sql": "select 1"}}}}}"#)
    #expect(file.title == "J" && file.databases.first?.queries.first?.statement == "select 1")
  }

  @Test(arguments: [
    ("titel: A", ["1:1: Unknown key “titel”; did you mean “title”?"]),
    ("zzzzzz: A", ["1:1: Unknown key “zzzzzz”"]),
    ("title: 5", ["1:8: title must be text: put it in quotes"]),
    ("title: yes", ["1:8: title must be text: put it in quotes"]),
    ("title: [a]", ["1:8: title must be text"]),
    ("- a", ["1:1: Expected keys with values in the site file, such as title: A title"]),
    ("just words", ["1:1: Expected keys with values in the site file, such as title: A title"]),
    ("databases: [a]", ["1:12: databases must be keys with values"]),
    (
      "databases:\n  d: text",
      ["2:6: Expected keys with values in the database “d”, such as title: A title"]
    ),
    ("databases:\n  d:\n    querys: {}", ["3:5: Unknown key “querys”; did you mean “queries”?"]),
    ("databases: {d: {queries: {q: }}}", ["1:27: The query “q” has no sql"]),
    ("databases: {d: {queries: {q: ' '}}}", ["1:27: The query “q” has no sql"]),
    ("databases: {d: {queries: {q: {title: A}}}}", ["1:27: The query “q” has no sql"]),
    ("databases: {d: {queries: {q: {sql: 5}}}}", ["1:36: The sql of the query “q” must be text"]),
    ("databases: {d: {queries: {q: 5}}}", ["1:30: The sql of the query “q” must be text"]),
    (
      "databases: {d: {queries: {q: [a]}}}",
      ["1:30: Expected keys with values in the query “q”, such as title: A title"]
    ),
    (
      "databases: {d: {queries: {q: {sql: a, params: b}}}}",
      ["1:47: params must be a list of names, such as [price, name]"]
    ),
    (
      "databases: {d: {queries: {q: {sql: a, params: [_x, b, b, 1]}}}}",
      [
        "1:48: The parameter “_x” isn't allowed: names that begin with _ are reserved",
        "1:55: Duplicate parameter “b”",
        "1:58: a name of params must be text: put it in quotes",
      ]
    ),
    ("databases: {d: {queries: {q: {sql: a, hide_sql: sure}}}}", ["1:49: hide_sql must be true or false"]),
    ("databases: {d: {queries: {q: {sql: a, writes: true}}}}", ["1:39: Unknown key “writes”; did you mean “write”?"]),
    ("title: a\ntitle: b", ["1:1: Duplicate key “title”"]),
    ("title: 'a", ["1:10: Invalid YAML: found unexpected end of stream"]),
    ("a: *b", ["1:4: Invalid YAML: found undefined alias"]),
    (
      "titel: A\nsorce: b",
      ["1:1: Unknown key “titel”; did you mean “title”?", "2:1: Unknown key “sorce”; did you mean “source”?"]
    ),
  ])
  func whatIsWrongIsToldWithItsPlace(yaml: String, problems: [String]) throws {
    let error = try #require(throws: SiteFileError.self) { try SiteFile(yaml: yaml) }
    #expect(error.problems.map(\.description) == problems)
  }

  @Test func tablesAreReadWithTheKeysOfDatasette() throws {
    let file = try SiteFile(
      yaml: """
        databases:
          shop:
            tables:
              products:
                title: Products
                description_html: <b>All</b>
                columns: {name: What it is called, 2024: {title: Sold, type: number, format: 0.00, hidden: true}}
                units: {weight: kg, name: m}
                column_order: [name, 2024]
                label_column: name
                sort: name
                sort_desc: [price, weight]
                sortable_columns: [name, price]
                size: 10
                facets: [color, {array: tags}, {date: made}]
                facet_size: 5
                editable: [name]
                fts_table: x
              secret: {hidden: true, editable: true}
              plain:
        """)
    let shop = try #require(file.databases.first)
    let products = try #require(shop.table(named: "PRODUCTS"))
    #expect(products.title == "Products" && products.description == RichText("<b>All</b>", .html))
    #expect(products.columns.map(\.name.text) == ["name", "2024", "weight"])
    #expect(products.columns[0].description == "What it is called" && products.columns[0].unit == "m")
    #expect(products.columns[1].type == .number(fractionDigits: nil) && products.columns[1].isHidden)
    #expect(products.columns[1].format == .fixed(fractionDigits: 2) && products.columns[2].unit == "kg")
    #expect(products.columnOrder.map(\.text) == ["name", "2024"] && products.labelColumns.map(\.text) == ["name"])
    #expect(products.sort.map(\.column.text) == ["name", "price", "weight"])
    #expect(products.sort.map(\.isDescending) == [false, true, true])
    #expect(products.sortableColumns?.map(\.text) == ["name", "price"] && products.size == 10)
    #expect(products.facets.map(\.kind) == [.column, .array, .date] && products.facetSize == 5)
    guard case .columns(let editable) = products.editable else { return #expect(Bool(false)) }
    #expect(editable.map(\.text) == ["name"])
    #expect(shop.tables.map(\.isHidden) == [false, true, false])
    #expect(shop.tables[1].editable == .everything && shop.tables[2].editable == nil)
  }

  @Test(arguments: [
    ("{titel: A}", ["1:30: Unknown key “titel”; did you mean “title”?"]),
    ("{size: 0}", ["1:36: size must be a number of at least 1"]),
    ("{sort: {a: b}}", ["1:36: sort must be a list of names, such as [price, name]"]),
    ("{facets: a}", ["1:38: facets must be a list of columns, such as [color, {array: tags}, {date: created}]"]),
    ("{facets: [{aray: a}]}", ["1:40: Unknown kind of facet “aray”; did you mean “array”?"]),
    ("{columns: {a: {type: nummer}}}", ["1:50: Unknown type “nummer”; did you mean “number”?"]),
    ("{columns: {a: {format: 0.5}}}", ["1:52: format must be text: put it in quotes"]),
    ("{columns: {a: {format: byte}}}", ["1:52: Unknown format “byte”; did you mean “bytes”?"]),
    (
      "{columns: {a: [b]}}",
      [
        "1:43: Expected keys with values in the column “a”, such as title: A title"
      ]
    ),
    ("{editable: sure}", ["1:40: editable must be true, false or a list of columns"]),
    ("{hidden: 1}", ["1:38: hidden must be true or false"]),
    ("{label_column: {a: 1}}", ["1:44: label_column must be a list of names, such as [price, name]"]),
    ("{units: {a: 1}}", ["1:41: unit of “a” must be text: put it in quotes"]),
  ])
  func whatIsWrongWithATableIsToldWithItsPlace(table: String, problems: [String]) throws {
    let error = try #require(throws: SiteFileError.self) {
      try SiteFile(yaml: "databases: {d: {tables: {t: " + table + "}}}")
    }
    #expect(error.problems.map(\.description) == problems)
  }
}

import TableModel
import TableRendering
import Testing

/// What a page can do with the rows of a grid goes into what they have drawn.
@Suite struct GridRowTests {
  @Test func whatIsAddedStandsInTheFirstCellAndInAColumnOfItsOwn() throws {
    let html = try written(PartDecorator(), MixedSection([Part(id: 1), Part(id: 2), Part(id: 3)]), cell: PartRow())
    #expect(
      html == """
        <tr id="row-1" aria-current="true" class="row row-unlit row-movable"><th scope="row"><div class="row-start"><i>before</i></div>part 1</th><td>x</td><td class="row-end"><i>after</i></td></tr>
        <tr id="row-2" class="row"><td class="row-edit" colspan="3"><i>instead</i></td></tr>
        <tr id="row-3" class="row"><th scope="row">part 3</th><td>x</td><td class="row-end"></td></tr>

        """)
  }

  @Test func withoutADecoratorRowsAreAsTheyAreDrawn() throws {
    #expect(
      try written(nil, MixedSection([Part(id: 1)]), cell: PartRow())
        == "<tr><th scope=\"row\">part 1</th><td>x</td></tr>\n")
  }

  @Test func attributesThatARowHasDrawnStay() throws {
    let html = try written(PartDecorator(), MixedSection([Named(id: 1), Named(id: 4)]), cell: NamedRow())
    #expect(
      html == """
        <tr class="row row-unlit row-movable own > one" id="own-1" aria-current="true" data-x='"y"'><td><div class="row-start"><i>before</i></div>a &gt; b</td><td class="row-end"><i>after</i></td></tr>
        <tr class="row own > one" id="own-4" aria-current="true" data-x='"y"'><td>a &gt; b</td><td class="row-end"></td></tr>

        """)
  }

  @Test func levelsOfATreeAreShownAndSaidInWords() throws {
    let html = try written(
      nil, MixedSection([Part(id: 1, indentationLevel: 2), Part(id: 2, indentationLevel: 9)]), cell: PartRow())
    #expect(
      html.contains(
        "<tr id=\"row-1\" class=\"indent-2\"><th scope=\"row\"><span class=\"visually-hidden\">Level 3: </span>part 1"))
    #expect(html.contains("class=\"indent-6\"") && html.contains("Level 10: "))
    // Of rows in a table ARIA knows no levels.
    #expect(!html.contains("aria-level"))
  }

  @Test func headersOfGroupsReachOverTheColumnOfToolsAndHaveTheirs() throws {
    let section = MixedSection(
      header: TitleViewModel("G"), footer: TitleViewModel("sum"), place: 3, [Part(id: 3), Stranger()])
    let html = try written(PartDecorator(), section, cell: PartRow())
    #expect(html.contains("<th scope=\"rowgroup\" colspan=\"3\">G<i>header-3</i></th>"))
    #expect(html.contains("<td colspan=\"3\">sum<i>footer-3</i></td>"))
    #expect(html.contains("<tr class=\"row\" id=\"row-7\"><td colspan=\"2\"><span class=\"placeholder\">"))
  }

  @Test func recordsHaveToolsToo() throws {
    let schema = RecordSchema(table: "task", columns: [.init("id", isPrimaryKey: true), .init("name")], keyFields: [0])
    let page = RecordSamples.page(schema, [[.integer(1), .text("a")], [.integer(3), .text("b")]])
    var map = AdapterMap()
    let columns = RecordColumns(schema)
    try map.register(CellAdapter { RecordCell(columns, links: RecordSamples.links, isAnchored: true) })
    var sink = ByteSink(capacity: 64)
    let table = TablePage(title: "", style: .grid(schema), sections: [RecordSection(page)])
    _ = try HTMLPageWriter.write(
      table, RenderingPass(map), chrome: CellChrome(sprite: "/icons.svg"), decorator: PartDecorator(), into: &sink)
    #expect(sink.string.contains("<tr aria-current=\"true\" class=\"row row-unlit row-movable\" id=\"row-1\"><th"))
    #expect(sink.string.components("<i>before</i>") == 1 && sink.string.components("class=\"row-end\"") == 2)
  }

  @Test func whatIsNoRowStaysAsItIs() throws {
    let html = try written(PartDecorator(), MixedSection([Odd(id: 1)]), cell: OddRow())
    #expect(html == "<tr broken")
  }

  private func written<Cell: TableCell & Sendable>(
    _ decorator: PartDecorator?, _ section: MixedSection, cell: Cell
  ) throws -> String {
    var map = AdapterMap()
    try map.register(CellAdapter { cell })
    let schema = RecordSchema(table: "t", columns: [.init("a"), .init("b")], keyFields: [])
    var sink = ByteSink(capacity: 64)
    _ = try HTMLPageWriter.write(
      TablePage(title: "", style: .grid(schema), sections: [section]), RenderingPass(map),
      chrome: CellChrome(sprite: "/icons.svg"), decorator: decorator, into: &sink)
    return sink.string
  }
}

extension String {
  fileprivate func components(_ text: String) -> Int { ranges(of: text).count }
}

private struct Part: CellViewModel {
  var id: RowKey
  var indentationLevel = 0
}

private struct PartRow: TableCell {
  func draw(_ part: Part, into html: inout ByteSink) {
    html.markup("<tr><th scope=\"row\">part ")
    html.text(part.id.description)
    html.markup("</th><td>x</td></tr>\n")
  }
}

private struct Named: CellViewModel {
  var id: RowKey
}

private struct NamedRow: TableCell {
  func draw(_ named: Named, into html: inout ByteSink) {
    html.markup("<tr id=\"own-")
    html.text(named.id.description)
    html.markup("\" class=\"own > one\" aria-current=\"true\" data-x='\"y\"'><td>a &gt; b</td></tr>\n")
  }
}

private struct Odd: CellViewModel {
  var id: RowKey
}

private struct OddRow: TableCell {
  func draw(_ odd: Odd, into html: inout ByteSink) { html.markup("<tr broken") }
}

private struct Stranger: CellViewModel {
  var id: RowKey = 7
}

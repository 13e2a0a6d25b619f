import TableModel
import Testing

@testable import TableRendering

private let chrome = CellChrome(sprite: "/icons.svg")
private let chevron = "<svg class=\"icon flip\" aria-hidden=\"true\"><use href=\"/icons.svg#right\"/></svg>"

private func html(_ page: TablePage, _ map: AdapterMap? = nil) throws -> (String, [RenderingProblem]) {
  let pass = RenderingPass(try map ?? .messages())
  var problems: [RenderingProblem] = []
  let html = try written { problems = try HTMLPageWriter.write(page, pass, chrome: chrome, into: &$0) }
  return (html, problems)
}

private func list(_ cells: any CellViewModel...) throws -> String {
  try html(TablePage(title: "", sections: [MixedSection(cells)])).0
}

@Test func aSectionIsAListWithHeaderAndFooter() throws {
  let section = MixedSection(
    header: TitleViewModel("A & B", detail: "2"), footer: TitleViewModel("end"), indexTitle: "A",
    [TextMessage("x", "Ada", nil)])
  #expect(
    try html(TablePage(title: "", sections: [section])).0 == """
      <section class="section" id="section-A" aria-labelledby="section-A-title">
      <h2 id="section-A-title">A &amp; B <small class="muted">2</small></h2>
      <ul class="cells">
      <li id="row-x"><div class="cell"><b>Ada</b></div></li>
      </ul>
      <footer>end</footer>
      </section>

      """)
}

@Test func aSectionWithoutRowsHasNoList() throws {
  #expect(
    try html(TablePage(title: "", sections: [MixedSection([])])).0
      == "<section class=\"section\" id=\"section-1\">\n</section>\n")
}

@Test func sectionsOfOnePageHaveIDsOfTheirOwn() throws {
  let sections = ["A", "A", nil, "2"].map { MixedSection(indexTitle: $0, []) }
  let page = try html(TablePage(title: "", sections: sections)).0
  for id in ["section-A", "section-2", "section-3", "section-_32"] { #expect(page.contains("id=\"\(id)\"")) }
}

@Test func aRowThatLeadsSomewhereIsALink() throws {
  var message = TextMessage(1, "Ada", nil)
  message.link = "/a?b&c"
  message.accessory = .disclosureIndicator
  #expect(
    try list(message).contains(
      "<li id=\"row-1\"><a class=\"cell\" href=\"/a?b&amp;c\"><b>Ada</b><span class=\"accessory\">\(chevron)</span></a></li>"
    ))
}

private struct LinkedCell: OutletCell {
  @Outlet var author: String
  func configure(with message: TextMessage) { author = message.author }
}

@Test(arguments: ["<a href=\"/x\">{{author}}</a>", "<BUTTON\n>{{author}}</BUTTON>", "<b>{{author}}</b><input>"])
func aCellWithControlsIsNoLinkItself(_ nib: String) throws {
  var map = AdapterMap()
  try map.register(LinkedCell.self, nib: nib)
  var message = TextMessage(1, "Ada", nil)
  message.link = "/to"
  message.isSelected = true
  let page = try html(TablePage(title: "", sections: [MixedSection([message])]), map).0
  let inner = nib.replacing("{{author}}", with: "Ada")
  #expect(
    page.contains(
      "<li id=\"row-1\"><div class=\"cell\" aria-current=\"true\">\(inner)<a class=\"accessory\" href=\"/to\">\(chevron)"
    ))
  #expect(page.contains("<span class=\"visually-hidden\">Open</span></a></div></li>"))
}

@Test func anAbbreviationIsNoLink() throws {
  var map = AdapterMap()
  try map.register(LinkedCell.self, nib: "<abbr>{{author}}</abbr><address>x</address>")
  var message = TextMessage(1, "<a href>", nil)
  message.link = "/to"
  #expect(
    try html(TablePage(title: "", sections: [MixedSection([message])]), map).0.contains(
      "<a class=\"cell\" href=\"/to\">"))
}

@Test func aDetailButtonIsALinkBesideTheCell() throws {
  var message = TextMessage(1, "Ada", nil)
  message.accessory = .detailButton
  #expect(try list(message).contains("<div class=\"cell\"><b>Ada</b><span class=\"accessory\"><svg"))
  message.link = "/d"
  let page = try list(message)
  #expect(page.contains("<div class=\"cell\"><b>Ada</b><a class=\"accessory\" href=\"/d\"><svg"))
  #expect(page.contains("#info\"/></svg><span class=\"visually-hidden\">Details</span></a></div></li>"))
}

@Test func aCheckmarkIsSaidInWords() throws {
  var message = TextMessage(1, "Ada", nil)
  message.accessory = .checkmark
  #expect(try list(message).contains("#check\"/></svg><span class=\"visually-hidden\">Checked</span></span></div>"))
}

@Test func aRefusedLinkLeadsNowhereAndIsReported() throws {
  var message = TextMessage(1, "Ada", nil)
  message.link = "javascript:alert(1)"
  let (page, problems) = try html(TablePage(title: "", sections: [MixedSection([message])]))
  #expect(!page.contains("javascript") && page.contains("<div class=\"cell\">"))
  #expect(problems == [.refusedLink(row: 1)])
}

@Test func indentationSelectionAndHeightAreShown() throws {
  var message = TextMessage(1, "Ada", nil)
  message.indentationLevel = 9
  message.isSelected = true
  message.preferredHeight = 72
  #expect(
    try list(message).contains(
      "<li id=\"row-1\" aria-level=\"10\"><div class=\"cell indent-6\" aria-current=\"true\"><svg class=\"strut\" width=\"0\" height=\"72\" aria-hidden=\"true\"></svg>"
    ))
  // The cell type's own height.
  #expect(try list(ImageMessage(id: 1, address: "/x")).contains("height=\"120\""))
}

private struct Stranger: CellViewModel { let id: RowKey = 7 }
private struct StrangeHeader: SupplementaryViewModel {}

@Test func anUnregisteredViewModelIsAVisiblePlaceholder() throws {
  let section = MixedSection(header: StrangeHeader(), [Stranger(), TextMessage(1, "Ada", nil)])
  let (page, problems) = try html(TablePage(title: "", sections: [section]))
  #expect(page.contains("<div class=\"cell\"><span class=\"placeholder\">no cell for Stranger</span></div>"))
  #expect(page.contains("<span class=\"placeholder\">no cell for StrangeHeader</span></h2>"))
  #expect(page.contains("Ada"))
  #expect(
    problems == [
      .unregistered(viewModel: "StrangeHeader", variant: .plain), .unregistered(viewModel: "Stranger", variant: .plain),
    ])
}

@Test func twoRowsWithOneIDAreAnErrorThatNamesBoth() throws {
  let sections: [any SectionViewModel] = [
    MixedSection([TextMessage("x", "a", nil), TextMessage("y", "b", nil)]),
    UniformSection([ImageMessage(id: "x", address: "")]),
  ]
  var sink = ByteSink()
  sink.markup("before")
  let pass = RenderingPass(try .messages())
  #expect(throws: TableError.repeatedID("x", first: "row 1, a TextMessage", second: "row 3, a ImageMessage")) {
    _ = try HTMLPageWriter.write(TablePage(title: "", sections: sections), pass, chrome: chrome, into: &sink)
  }
  #expect(sink.string == "before")
}

@Test func numbersThatRepeatAreFoundInAnyOrder() throws {
  for (ids, first, second) in [([1, 2, 3, 2], 2, 4), ([5, 5], 1, 2), ([9, 1, 4, 9], 1, 4), ([1, 2, 0, 0], 3, 4)]
    as [([Int64], Int, Int)]
  {
    let page = TablePage(title: "", sections: [UniformSection(ids.map { ImageMessage(id: RowKey($0), address: "") })])
    let error = try #require(throws: TableError.self) { _ = try html(page) }
    let id = ids[second - 1]
    #expect(
      error == .repeatedID(RowKey(id), first: "row \(first), a ImageMessage", second: "row \(second), a ImageMessage"))
  }
  let mixed: [RowKey] = [3, 1, 2, "1", "3", 7, -1]
  #expect(throws: Never.self) {
    _ = try html(TablePage(title: "", sections: [UniformSection(mixed.map { ImageMessage(id: $0, address: "") })]))
  }
}

@Test func fiftyMixedCellsTakeOneInstancePerIdentifier() throws {
  var cells: [any CellViewModel] = []
  for number in 0..<50 {
    let id = RowKey(number)
    if number % 3 == 0 {
      cells.append(ImageMessage(id: id, address: "/\(number)"))
    } else {
      cells.append(TextMessage(id, "a", "t"))
    }
  }
  let pass = RenderingPass(try .messages())
  _ = try written {
    _ = try HTMLPageWriter.write(TablePage(title: "", sections: [MixedSection(cells)]), pass, chrome: chrome, into: &$0)
  }
  let used = pass.counts.filter { $0.created > 0 }
  #expect(
    used == [
      ReuseCount(reuseIdentifier: "TextMessageCell", created: 1, dequeued: 33),
      ReuseCount(reuseIdentifier: "ImageMessageCell", created: 1, dequeued: 17),
    ])
}

private struct GridRow: TableCell {
  func draw(_ message: TextMessage, into html: inout ByteSink) {
    html.markup("<tr><td>")
    html.text(message.author)
    html.markup("</td></tr>\n")
  }
}

@Test func rowsOfAGridDrawThemselvesAndSectionsAreGroups() throws {
  var map = AdapterMap()
  try map.register(CellAdapter { GridRow() })
  let schema = RecordSchema(table: "t", columns: [.init("a"), .init("b")], keyFields: [0])
  let plain = UniformSection([TextMessage(1, "x", nil)])
  let grouped = MixedSection(
    header: TitleViewModel("G"), footer: TitleViewModel("sum"), [TextMessage(2, "y", nil), Stranger()])
  let (page, problems) = try html(TablePage(title: "", style: .grid(schema), sections: [plain, grouped]), map)
  #expect(
    page == """
      <tr><td>x</td></tr>
      </tbody>
      <tbody id="section-2">
      <tr class="section-header"><th scope="rowgroup" colspan="2">G</th></tr>
      <tr><td>y</td></tr>
      <tr id="row-7"><td colspan="2"><span class="placeholder">no cell for Stranger</span></td></tr>
      <tr class="section-footer"><td colspan="2">sum</td></tr>

      """)
  #expect(problems.count == 1)
}

@Test func supplementaryViewsAreDrawnAlone() throws {
  let pass = RenderingPass(try .messages())
  #expect(written { _ = HTMLPageWriter.write(TitleViewModel("<x>"), pass, into: &$0) } == "&lt;x&gt;")
}

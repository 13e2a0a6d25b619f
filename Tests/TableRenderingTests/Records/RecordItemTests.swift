import TableModel
import TableRendering
import Testing
import TextCoding

@Suite struct RecordItemTests {
  private static let schema = RecordSchema(
    table: "message",
    columns: [
      .init("id", .identifier, isPrimaryKey: true), .init("kind"), .init("text"),
      .init("size", .number(fractionDigits: nil)),
      .init("read", .boolean), .init("sent", .timestamp), .init("picture", .blob), .init("site", .link),
    ], keyFields: [0])
  private static let links = RecordLinks(databaseName: "chat", tableName: "message", sprite: "/icons.svg")

  private static func page(_ rows: [[RecordValue]]) -> RecordPage { RecordSamples.page(schema, rows) }

  private static func row(
    _ id: Int64, _ kind: RecordValue = .text("text"), _ text: RecordValue = .text("Hi"),
    size: RecordValue = .integer(5),
    read: RecordValue = .integer(1), sent: RecordValue = .text("2025-10-14T08:30:00Z"), picture: RecordValue = .null,
    site: RecordValue = .null
  ) -> [RecordValue] { [.integer(id), kind, text, size, read, sent, picture, site] }

  private func drawn(_ nib: String, _ row: [RecordValue]) throws -> String {
    var cell = try RecordCell(Nib(nib), schema: Self.schema, links: Self.links)
    var html = ByteSink()
    cell.draw(Self.page([row])[0], into: &html)
    return html.string
  }

  @Test(arguments: [
    (RecordCondition(column: 1, .oneOf([.text("text")])), true), (.init(column: 1, .oneOf([.text("tex")])), false),
    (.init(column: 1, .oneOf([.text("TEXT")])), false), (.init(column: 1, .oneOf([.null, .text("text")])), true),
    (.init(column: 1, .noneOf([.text("image")])), true), (.init(column: 1, .noneOf([.text("text")])), false),
    (.init(column: 1, .oneOf([.integer(5)])), false), (.init(column: 3, .oneOf([.integer(5)])), true),
    (.init(column: 3, .oneOf([.real(5)])), true), (.init(column: 3, .greater(.integer(4))), true),
    (.init(column: 3, .greater(.integer(5))), false), (.init(column: 3, .greaterOrEqual(.real(5))), true),
    (.init(column: 3, .less(.real(5.5))), true), (.init(column: 3, .lessOrEqual(.integer(4))), false),
    (.init(column: 3, .less(.text("9"))), true), (.init(column: 3, .oneOf([.text("5")])), true),
    (.init(column: 3, .oneOf([.text("five")])), false), (.init(column: 2, .contains("i")), true),
    (.init(column: 2, .contains("Hi!")), false), (.init(column: 2, .startsWith("H")), true),
    (.init(column: 2, .endsWith("i")), true), (.init(column: 2, .endsWith("H")), false),
    (.init(column: 3, .contains("5")), false), (.init(column: 7, .isNull), true), (.init(column: 7, .isNotNull), false),
    (.init(column: 2, .isNotNull), true), (.init(column: 7, .oneOf([.null])), true),
    (.init(column: 7, .noneOf([.text("x")])), false), (.init(column: 7, .less(.integer(1))), false),
    (.init(column: 5, .less(.text("2025-10-15"))), true), (.init(column: 5, .greater(.text("2025-10-15"))), false),
  ])
  func conditionsHoldAsTheyDoInSQL(condition: RecordCondition, isMet: Bool) {
    #expect(condition.isMet(by: Self.page([Self.row(1)])[0]) == isMet)
  }

  @Test(arguments: [
    (RecordCondition(column: 0, .greater(.integer(3))), false), (.init(column: 0, .greaterOrEqual(.integer(3))), true),
    (.init(column: 0, .less(.real(3.5))), true), (.init(column: 0, .oneOf([.integer(3)])), true),
    (.init(column: 0, .oneOf([.text(" 3.00")])), true), (.init(column: 0, .oneOf([.text("3")])), false),
  ])
  func aTextThatIsANumberIsHeldAgainstNumbersAsOne(condition: RecordCondition, isMet: Bool) {
    var column = RecordSchema.Column("amount", .number(fractionDigits: nil))
    column.spelling = .verbatim
    let schema = RecordSchema(table: "t", columns: [column], keyFields: [])
    #expect(condition.isMet(by: RecordSamples.page(schema, [[.text(" 3.00")]])[0]) == isMet)
  }

  @Test(arguments: [
    (RecordCondition(column: 1, .oneOf([.integer(7)])), true), (.init(column: 1, .oneOf([.text("7")])), true),
    (.init(column: 1, .noneOf([.integer(7)])), false), (.init(column: 1, .greater(.integer(6))), true),
    (.init(column: 1, .oneOf([.integer(8)])), false), (.init(column: 1, .greater(.real(7.5))), false),
  ])
  func theStorageOfAValueMakesNoDifference(condition: RecordCondition, isMet: Bool) {
    for kind: RecordValue in [.text("7"), .integer(7), .real(7)] {
      #expect(condition.isMet(by: Self.page([Self.row(1, kind)])[0]) == isMet, "\(kind)")
    }
  }

  @Test func nibsShowValuesTheirPartsAndWhereTheRowIs() throws {
    let nib = "{{row-key}} {{row-link}} {{text.initials}} {{sent.time}} {{sent.date}} {{size}} {{{size}}}"
    #expect(
      try drawn(nib, Self.row(7, .text("text"), .text("ada <b> lovelace"), size: .integer(12_345)))
        == "7 /chat/message/7 AL 08:30 2025-10-14 12345 12,345")
    #expect(try drawn("{{text.initials}}|{{sent.time}}", Self.row(7, .text("t"), .null, sent: .text("soon"))) == "|")
  }

  @Test func sectionsHangOnNullsAndOnBooleans() throws {
    let nib = "{{#read}}read{{/read}}{{^read}}new{{/read}} {{#size}}sized{{/size}}{{^site}}nowhere{{/site}}"
    #expect(try drawn(nib, Self.row(1)) == "read sizednowhere")
    #expect(try drawn(nib, Self.row(1, size: .integer(0), read: .integer(0), site: .text("x"))) == "new sized")
    #expect(try drawn(nib, Self.row(1, size: .null, read: .null)) == "new nowhere")
  }

  @Test func addressesAreThoseThatMayBeWrittenAndBlobsHaveTheirOwn() throws {
    let nib = "<img src=\"{{picture}}\"><a href=\"{{site}}\">{{site}}</a>"
    #expect(
      try drawn(nib, Self.row(3, picture: .blob([1, 2]), site: .text("https://e.org/?a&b")))
        == "<img src=\"/chat/message/3/-/blob/picture\"><a href=\"https://e.org/?a&amp;b\">https://e.org/?a&amp;b</a>")
    for hostile in ["javascript:alert(1)", "data:text/html,x", " javascript:x", "java\nscript:x", "vbscript:x"] {
      let html = try drawn("<a href=\"{{site}}\">x</a>", Self.row(3, site: .text(hostile)))
      #expect(html == "<a href=\"\">x</a>", "\(hostile)")
    }
  }

  @Test func aSlotThatNoColumnFillsIsToldWithItsPlace() throws {
    let nib = try Nib("<b>{{text}}</b>\n<i>{{{body}}}</i>{{> more}}", named: "one", partials: ["more": "\n  {{extra}}"])
    let error = #expect(throws: NibError.self) { try RecordCell(nib, schema: Self.schema, links: Self.links) }
    #expect(error?.description.hasPrefix("one:2:4: message has no column body; it has id, kind, text") == true)
    let second = try Nib("{{> more}}", named: "one", partials: ["more": "\n  {{extra}}"])
    let other = #expect(throws: NibError.self) { try RecordCell(second, schema: Self.schema, links: Self.links) }
    #expect(other?.description.hasPrefix("more:2:3: message has no column extra") == true)
  }

  @Test func linksTakeValuesEncodedButThoseThatTheyBeginWith() throws {
    let record = Self.page([Self.row(1, .text("a/b ?é"), .text("https://e.org/?q=1"))])[0]
    #expect(
      try LinkTemplate("/k/{{kind}}?n={{ size }}", schema: Self.schema).address(for: record)
        == "/k/a%2Fb%20%3F%C3%A9?n=5")
    #expect(try LinkTemplate("{{text}}", schema: Self.schema).address(for: record) == "https://e.org/?q=1")
    #expect(try LinkTemplate("{{site}}", schema: Self.schema).address(for: record) == nil)
    let unknown = #expect(throws: LinkTemplate.UnknownColumn.self) { try LinkTemplate("{{sise}}", schema: Self.schema) }
    #expect(unknown?.name == "sise")
  }

  // MARK: Kinds

  private static func adapters(_ nibs: [String]) throws -> AdapterMap {
    var adapters = AdapterMap()
    for (position, nib) in nibs.enumerated() {
      let cell = RecordItemCell(try RecordCell(Nib(nib), schema: schema, links: links))
      try adapters.register(
        CellAdapter(reuseIdentifier: "kind \(position)", variant: ViewVariant(UInt16(position))) { cell })
    }
    return adapters
  }

  private static func html(_ page: RecordPage, _ kinds: [RecordKind], _ pass: RenderingPass) throws -> String {
    var html = ByteSink(capacity: 1 << 20)
    let section = RecordItemSection(page, rows: 0..<page.count, kinds: kinds)
    let problems = try HTMLPageWriter.write(
      TablePage(title: "t", sections: [section]), pass, chrome: CellChrome(sprite: "/icons.svg"), into: &html)
    #expect(problems.isEmpty)
    return html.string
  }

  @Test func theFirstKindThatARowMeetsDrawsIt() throws {
    let kinds = [
      RecordKind(variant: ViewVariant(1), conditions: [.init(column: 1, .oneOf([.text("image")]))], height: 80),
      RecordKind(variant: ViewVariant(2), conditions: [.init(column: 3, .greater(.integer(9)))], accessory: .checkmark),
      RecordKind(variant: .plain) { _ in "/row" },
    ]
    let pass = RenderingPass(try Self.adapters(["<i>{{text}}</i>", "<b>{{text}}</b>", "<u>{{text}}</u>"]))
    let page = Self.page([
      Self.row(1), Self.row(2, .text("image"), size: .integer(10)), Self.row(3, size: .integer(10)),
    ])
    let html = try Self.html(page, kinds, pass)
    #expect(html.contains("<li id=\"row-1\"><a class=\"cell\" href=\"/row\"><i>Hi</i></a></li>"))
    #expect(
      html.contains(
        "<li id=\"row-2\"><div class=\"cell\"><svg class=\"strut\" width=\"0\" height=\"80\" aria-hidden=\"true\"></svg><b>Hi</b></div></li>"
      ))
    #expect(html.contains("<u>Hi</u><span class=\"accessory\">"))
    #expect(pass.counts.filter { $0.dequeued > 0 }.map(\.created) == [1, 1, 1])
  }

  /// What five kinds cost beside one is for the rendering benchmark to say.
  @Test func fiveKindsAreDrawnByOneCellEach() throws {
    let names = ["text", "image", "file", "poll", "note"]
    let nib =
      "<span class=\"avatar\">{{text.initials}}</span><div class=\"cell-text\"><b>{{text}}</b> <time>{{sent.time}}</time><p>{{{text}}} {{size}}</p></div>"
    let rows = (0..<500).map { Self.row(Int64($0), .text(names[$0 % 5]), .text("Some words of a message \($0)")) }
    let page = Self.page(rows)
    let one = [RecordKind(variant: .plain)]
    let five =
      names.enumerated().dropLast().map { place, name in
        RecordKind(variant: ViewVariant(UInt16(place + 1)), conditions: [.init(column: 1, .oneOf([.text(name)]))])
      } + [RecordKind(variant: .plain)]
    let single = RenderingPass(try Self.adapters([nib]))
    let mixed = RenderingPass(try Self.adapters(Array(repeating: nib, count: 5)))
    #expect(try Self.html(page, one, single) == Self.html(page, five, mixed))
    #expect(single.counts.filter { $0.dequeued > 0 }.map(\.created) == [1])
    #expect(mixed.counts.filter { $0.dequeued > 0 }.map(\.created) == Array(repeating: 1, count: 5))
    #expect(mixed.counts.reduce(0) { $0 + $1.dequeued } == rows.count)
  }
}

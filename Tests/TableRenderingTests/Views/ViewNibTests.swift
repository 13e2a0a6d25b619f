import Testing

@testable import TableRendering

private struct Frame: EmbeddedView {
  struct Assets: NibView {
    var style = "/s"
    var sprite = "/i"
  }

  var title = "A & B"
  var assets = Assets()
  var note: String?
}

private struct Page: NibView {
  struct Item: NibView {
    var name: String
    var address: String?
    var isLast = false
  }

  var isOpen = true
  var frame = Frame()
  var number = 7
  var markup: HTML = "<b>"
  var items: [Item] = []
  var first: Item?
  var rows = Late<HTML>.late

  static let nib = """
    {{title}} {{#isOpen}}{{number}}{{/isOpen}}{{^isOpen}}closed{{/isOpen}} {{{markup}}}\
    {{#items}}[{{#address}}<a href="{{address}}">{{/address}}{{^address}}<a>{{/address}}{{name}} of {{title}}</a>{{#isLast}}!{{/isLast}}]{{/items}}\
    {{^items}}none{{/items}}{{#first}}({{name}}{{address}}{{#isLast}}!{{/isLast}}){{/first}}{{#note}}<i>{{.}}</i>{{/note}}{{assets.sprite}}{{{rows}}}
    """
}

private struct Kinds: NibView {
  struct Empty: NibView {}

  var text = "<"
  var note: String?
  var number = 7
  var amount: Int?
  var markup: HTML = "<b>"
  var part: HTML?
  var flag = false
  var one = Empty()
  var other: Empty?
  var list: [Empty] = []
}

private struct One: NibView { var name = "" }
private struct Box: NibView { var one = One() }

@Suite struct ViewNibTests {
  private func nib() throws -> ViewNib<Page> { try ViewNib(Nib(Page.nib, named: "page.html")) }

  @Test func propertiesFillTheTagsOfTheirNames() throws {
    var page = Page()
    #expect(try nib().string(page) == "A &amp; B 7 <b>none/i")
    page.isOpen = false
    page.frame.note = "<"
    page.items = [.init(name: "x", address: "/?a&b"), .init(name: "y", isLast: true)]
    page.first = page.items[1]
    #expect(
      try nib().string(page)
        == "A &amp; B closed <b>[<a href=\"/?a&amp;b\">x of A &amp; B</a>][<a>y of A &amp; B</a>!](y!)<i>&lt;</i>/i")
  }

  @Test func sectionsHangOnEveryKindOfValue() throws {
    let names = ["text", "note", "number", "amount", "markup", "part", "flag", "one", "other", "list"]
    let source = names.map { "{{#\($0)}}\($0) {{/\($0)}}{{^\($0)}}no \($0), {{/\($0)}}" }.joined()
    let nib = try ViewNib<Kinds>(Nib(source, named: "kinds.html"))
    #expect(
      nib.string(Kinds())
        == "text no note, number no amount, markup no part, no flag, one no other, no list, ")
    let full = Kinds(note: "", amount: 0, part: "", flag: true, other: .init(), list: [.init(), .init()])
    #expect(nib.string(full) == "text note number amount markup part flag one other list list ")
  }

  @Test func valuesOfEveryKindAreWritten() throws {
    let nib = try ViewNib<Kinds>(
      Nib(
        "{{text}}|{{note}}|{{number}}|{{amount}}|{{markup}}|{{{part}}}|{{flag}}|{{#one}}{{/one}}{{#other}}{{/other}}{{#list}}{{/list}}"
      ))
    #expect(nib.string(Kinds()) == "&lt;||7||&lt;b&gt;||false|")
    #expect(
      nib.string(Kinds(note: "\"", amount: 1, part: "<i>", flag: true)) == "&lt;|&quot;|7|1|&lt;b&gt;|<i>|true|")
  }

  @Test func whatIsLateIsASlotOfTheNibThatIsLeft() throws {
    let left = try nib().specialized(with: Page(items: [.init(name: "x")]))
    #expect(left.slotNames == ["rows"])
    #expect(left.string(slots: ["rows": .html("<tr>")]) == "A &amp; B 7 <b>[<a>x of A &amp; B</a>]/i<tr>")
  }

  @Test(arguments: [
    ("{{one.name}} {{nme}}", "page.html:1:14: unknown value nme; use one of: one.name"),
    ("{{#one}}{{name}}\n {{nme}}{{/one}}", "page.html:2:2: unknown value nme; use one of: name, one.name"),
    ("{{one.nme}}", "page.html:1:1: unknown value one.nme; use one of: one.name"),
    ("{{#one}}{{.}}{{/one}}", "page.html:1:9: there is no text around {{.}}: name what it shows"),
    (
      "{{#one}}{{/one}}",
      "page.html:1:1: One has name, but the nib doesn't show it: add {{name}}, or remove the property"
    ),
    ("<p></p>", "page.html:1:1: Box has one, but the nib doesn't show it: add {{one}}, or remove the property"),
  ])
  func aMisfitIsToldBeforeAnythingIsDrawn(source: String, message: String) throws {
    let error = #expect(throws: NibError.self) { try ViewNib<Box>(Nib(source, named: "page.html")) }
    #expect(error.map { "\($0)" } == message)
  }

  @Test func sectionsShowAViewBetweenThem() throws {
    let nib = try ViewNib<Box>(Nib("<p{{#one}} class=\"one\"{{/one}}>{{#one}}{{name}}{{/one}}"))
    #expect(nib.string(Box(one: One(name: "x"))) == "<p class=\"one\">x")
  }

  @Test func aPartialThatShowsItselfIsRefused() throws {
    let nib = try Nib("{{> p}}", named: "page.html", partials: ["p": "{{#one}}{{name}}{{> p}}{{/one}}"])
    #expect(throws: NibError.self) { try ViewNib<Box>(nib) }
  }

  @Test func specializingLeavesSlotsForWhatIsLate() throws {
    let nib = try ViewNib<Pager>(
      Nib(
        "<h1>{{title}}</h1>{{#next}}<a href=\"{{next}}\">{{word}}</a>{{/next}}{{^next}}last{{/next}}{{#columns}}<th>{{name}}{{mark}}</th>{{/columns}}{{{rows}}}"
      ))
    let frame = nib.specialized(with: Pager(columns: [.init(name: "x"), .init(name: "y")]))
    #expect(frame.slotNames == ["next", "mark", "rows"])
    let filled = frame.string(slots: ["next": .text("/?p=2&q"), "mark": .text("*"), "rows": .html("<tr>")])
    #expect(
      filled == "<h1>A &amp; B</h1><a href=\"/?p=2&amp;q\">more</a><th>x*</th><th>y*</th><tr>")
    #expect(
      frame.string(slots: ["rows": .text("<")]) == "<h1>A &amp; B</h1>last<th>x</th><th>y</th>&lt;")
    #expect(nib.string(Pager()) == "<h1>A &amp; B</h1>last")
  }

  @Test func specializingKeepsAddressesSafe() throws {
    struct Links: NibView {
      let s = Late<Bool>.late
      let x = "/known"
      let y = Late<String>.late
    }
    let frame = try ViewNib<Links>(Nib("{{#s}}<a href=\"{{x}}\">{{/s}}<a href=\"{{y}}\">"))
      .specialized(with: Links())
    #expect(
      frame.string(slots: ["s": .boolean(true), "y": .text("javascript:x")])
        == "<a href=\"/known\"><a href=\"\">")
  }

  @Test func dottedNamesReachIntoViews() throws {
    struct Page: NibView { let pager = Pager() }
    #expect(
      try ViewNib<Page>(Nib("{{pager.next}}{{pager.title}}")).specialized(with: Page()).slotNames
        == ["pager.next"])
  }
}

private struct Pager: NibView {
  struct Column: NibView { let name: String }

  let title = "A & B"
  let next = Late<String>.late
  let word = "more"
  var columns: [Column] = []
  let mark = Late<String>.late
  let rows = Late<HTML>.late
}

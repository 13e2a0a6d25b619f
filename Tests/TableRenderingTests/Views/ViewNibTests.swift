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
  var rows = LateHTML.late

  static let nib = """
    {{title}} {{#isOpen}}{{number}}{{/isOpen}}{{^isOpen}}closed{{/isOpen}} {{{markup}}}\
    {{#items}}[{{#address}}<a href="{{address}}">{{/address}}{{^address}}<a>{{/address}}{{name}} of {{title}}</a>{{#isLast}}!{{/isLast}}]{{/items}}\
    {{^items}}none{{/items}}{{#first}}({{name}}{{address}}{{#isLast}}!{{/isLast}}){{/first}}{{#note}}<i>{{.}}</i>{{/note}}{{assets.sprite}}{{{rows}}}
    """
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

  @Test func aViewSaysTheSameAsATreeOfItsValues() throws {
    let page = Page(items: [.init(name: "x", address: "javascript:x")], first: .init(name: "z"), rows: .html("<tr>"))
    #expect(try nib().string(page) == Nib(Page.nib).string(NibValue(view: page)))
  }

  @Test func whatIsLateIsASlotOfTheNibThatIsLeft() throws {
    let left = try nib().specialized(with: Page(items: [.init(name: "x")]))
    #expect(left.slotNames == ["rows"])
    #expect(left.string(slots: ["rows": .html("<tr>")]) == "A &amp; B 7 <b>[<a>x of A &amp; B</a>]/i<tr>")
  }

  @Test(arguments: [
    ("{{one.name}} {{nme}}", "page.html:1:14: there is no value nme here; there are: one.name"),
    ("{{#one}}{{name}}\n {{nme}}{{/one}}", "page.html:2:2: there is no value nme here; there are: name, one.name"),
    ("{{one.nme}}", "page.html:1:1: there is no value one.nme here; there are: one.name"),
    ("{{#one}}{{.}}{{/one}}", "page.html:1:9: there is no text around {{.}}: name what it shows"),
    (
      "{{#one}}{{/one}}",
      "page.html:1:1: One has name, and the nib doesn't show it: add {{name}}, or remove the property"
    ),
    ("<p></p>", "page.html:1:1: Box has one, and the nib doesn't show it: add {{one}}, or remove the property"),
  ])
  func aMisfitIsToldBeforeAnythingIsDrawn(source: String, message: String) throws {
    let error = #expect(throws: NibError.self) { try ViewNib<Box>(Nib(source, named: "page.html")) }
    #expect(error.map { "\($0)" } == message)
  }

  @Test func aPartialThatShowsItselfIsRefused() throws {
    let nib = try Nib("{{> p}}", named: "page.html", partials: ["p": "{{#one}}{{name}}{{> p}}{{/one}}"])
    #expect(throws: NibError.self) { try ViewNib<Box>(nib) }
  }
}

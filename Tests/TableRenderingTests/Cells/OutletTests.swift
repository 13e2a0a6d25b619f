import TableModel
import Testing

@testable import TableRendering

private struct EverySlot: OutletCell {
  @Outlet var text: String
  @Outlet var number: Int
  @Outlet var wide: Int64
  @Outlet var real: Double
  @Outlet var flag: Bool
  @Outlet var html: HTML
  @Outlet var maybe: Int?

  func configure(with message: TextMessage) {
    text = message.author
    number = 1
    wide = 2
    real = 1.5
    flag = true
    html = "<hr>"
    maybe = nil
  }
}

@Test func outletsCanBeRead() {
  let cell = EverySlot()
  #expect(
    cell.text == "" && cell.number == 0 && cell.wide == 0 && cell.real == 0 && !cell.flag && cell.html == ""
      && cell.maybe == nil)
  cell.configure(with: TextMessage(1, "a", nil))
  #expect(
    cell.text == "a" && cell.number == 1 && cell.wide == 2 && cell.real == 1.5 && cell.flag && cell.html == "<hr>")
  cell.maybe = 3
  #expect(cell.maybe == 3)
}

@Test func outletsOfAllTypesAreShown() throws {
  var map = AdapterMap()
  try map.register(
    EverySlot.self,
    nib:
      "{{text}} {{number}} {{wide}} {{real}} {{#flag}}on{{/flag}} {{{html}}} {{html}} {{#maybe}}x{{/maybe}}{{^maybe}}none{{/maybe}}"
  )
  let pass = RenderingPass(map)
  let message = TextMessage(1, "<", nil)
  #expect(written { pass.dequeue(for: message)?.draw(message, into: &$0) } == "&lt; 1 2 1.5 on <hr> &lt;hr&gt; none")
}

private struct Forgetful: OutletCell {
  @Outlet var text: String
  func configure(with message: TextMessage) { if let shown = message.text { text = shown } }
}

@Test func anOutletThatConfigureForgetsShowsNothingOfTheLastRow() throws {
  var map = AdapterMap()
  try map.register(Forgetful.self, nib: "[{{text}}]")
  let pass = RenderingPass(map)
  let rows = [TextMessage(1, "", "secret"), TextMessage(2, "", nil), TextMessage(3, "", "x")]
  #expect(written { html in for row in rows { pass.dequeue(for: row)?.draw(row, into: &html) } } == "[secret][][x]")
  #expect(written { _ = pass.dequeue(forAll: TextMessage.self)?.drawRun(rows, into: &$0) } == "[secret][][x]")
}

@Test func twoPassesShareNoOutlets() throws {
  let map = try AdapterMap.messages()
  let (one, other) = (RenderingPass(map), RenderingPass(map))
  let (first, second) = (TextMessage(1, "a", "1"), TextMessage(2, "b", nil))
  let shown = written { html in
    one.dequeue(for: first)?.draw(first, into: &html)
    other.dequeue(for: second)?.draw(second, into: &html)
  }
  #expect(shown == "<b>a</b><p>1</p><b>b</b>")
}

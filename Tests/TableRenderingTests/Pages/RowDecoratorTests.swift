import TableModel
import TableRendering
import Testing

@Suite struct RowDecoratorTests {
  @Test func whatIsAddedStandsAroundTheCellsAndBehindTheHeaders() throws {
    let html = try written(PartDecorator())
    #expect(
      html == """
        <section class="section" id="section-1" aria-labelledby="section-1-title">
        <h2 id="section-1-title">Top</h2>
        <i>header-3</i><ul class="cells">
        <li id="row-1" class="row row-unlit row-movable"><i>before</i><div class="cell" aria-current="true"><b>Ada</b></div><i>after</i></li>
        <li id="row-2" class="row"><i>instead</i></li>
        <li id="row-3"><div class="cell"><b>Eve</b><span class="accessory"><svg class="icon" aria-hidden="true"><use href="/icons.svg#info"/></svg></span></div></li>
        </ul>
        </section>

        """)
  }

  @Test func withoutADecoratorThereIsNothingOfIt() throws {
    let html = try written(nil)
    #expect(!html.contains("<i>") && !html.contains("class=\"row"))
    #expect(html.contains("#info"))
  }

  @Test func dataSayWhatCanBeDone() throws {
    var sink = ByteSink(capacity: 64)
    _ = try JSONPageWriter.write(page, try .messages(), decorator: PartDecorator(), into: &sink)
    let json = sink.string
    #expect(json.contains(#""view":"header-3","actions":[{"name":"clear","title":"Clear"}]"#))
    let version = RowVersion(TextMessage(1, "Ada", nil))
    #expect(
      json.contains(
        #""is_selected":true,"version":"\#(version)","is_highlighted":false,"editing_style":"delete","is_movable":true,"actions":[{"name":"clear","title":"Clear"}],"values""#
      ))
    #expect(json.contains(#""is_selected":false,"values""#))
  }

  @Test func dataSayHowASectionCanBeChanged() throws {
    let title = TitleViewModel("Top")
    let page = TablePage(title: "", sections: [MixedSection(header: title, place: 4, [])])
    var sink = ByteSink(capacity: 64)
    _ = try JSONPageWriter.write(page, try .messages(), decorator: PartDecorator(), into: &sink)
    let version = RowVersion(title)
    #expect(
      sink.string.contains(
        #""view":"header-4","version":"\#(version)","events":["update","delete"],"actions":[{"name":"clear","#))
  }

  private let page = TablePage(
    title: "",
    sections: [
      MixedSection(
        header: TitleViewModel("Top"), place: 3,
        [TextMessage(1, "Ada", nil), TextMessage(2, "Bob", nil), Self.detailed(TextMessage(3, "Eve", nil))])
    ])

  private static func detailed(_ message: TextMessage) -> TextMessage {
    var message = message
    message.accessory = .detailButton
    return message
  }

  private func written(_ decorator: PartDecorator?) throws -> String {
    var sink = ByteSink(capacity: 64)
    _ = try HTMLPageWriter.write(
      page, RenderingPass(try .messages()), chrome: CellChrome(sprite: "/icons.svg"), decorator: decorator, into: &sink)
    return sink.string
  }
}

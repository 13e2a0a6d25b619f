import TableModel
import TableRendering
import Testing

@Suite struct RowDecoratorTests {
  @Test func whatIsAddedStandsAroundTheCellsAndBehindTheHeaders() throws {
    let html = try written(Decorator())
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
    _ = try JSONPageWriter.write(page, try .messages(), decorator: Decorator(), into: &sink)
    let json = sink.string
    #expect(json.contains(#""view":"header-3","actions":[{"name":"clear","title":"Clear"}]"#))
    let version = RowVersion(TextMessage(1, "Ada", nil))
    #expect(
      json.contains(
        #""is_selected":true,"version":"\#(version)","is_highlighted":false,"editing_style":"delete","is_movable":true,"actions":[{"name":"clear","title":"Clear"}],"values""#
      ))
    #expect(json.contains(#""is_selected":false,"values""#))
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

  private func written(_ decorator: Decorator?) throws -> String {
    var sink = ByteSink(capacity: 64)
    _ = try HTMLPageWriter.write(
      page, RenderingPass(try .messages()), chrome: CellChrome(sprite: "/icons.svg"), decorator: decorator, into: &sink)
    return sink.string
  }
}

/// Adds something to each part.
private final class Decorator: RowDecorator {
  func decoration(of cell: any CellViewModel) -> RowDecoration? {
    var decoration = RowDecoration()
    switch cell.id {
    case 1:
      decoration.before = "<i>before</i>"
      decoration.after = "<i>after</i>"
      decoration.isSelected = true
      decoration.isHighlighted = false
      decoration.isMovable = true
    case 2: decoration.content = "<i>instead</i>"
    default: return nil
    }
    return decoration
  }

  func tools(of view: any SupplementaryViewModel, _ place: SupplementaryPlace?) -> HTML? {
    HTML { html in
      html.markup("<i>")
      html.text(place?.description ?? "")
      html.markup("</i>")
    }
  }

  func facts(of cell: any CellViewModel) -> RowFacts? {
    guard cell.id == 1 else { return nil }
    return RowFacts(
      version: RowVersion(cell), isSelected: true, isHighlighted: false, editingStyle: .delete, isMovable: true,
      actions: [RowAction("clear", title: "Clear")])
  }

  func actions(of view: any SupplementaryViewModel) -> [RowAction] { [RowAction("clear", title: "Clear")] }
}

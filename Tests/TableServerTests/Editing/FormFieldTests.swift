import TableModel
import TableRendering
import Testing

@testable import SitePages
@testable import TableServer

@Suite struct FormFieldTests {
  private func html(_ field: FormField) throws -> String {
    let assets = AssetsView(style: "", icon: "", sprite: "icons.svg")
    return try PageNibs.standard.get().rowFields.string(
      RowFieldsView(
        place: RowPlaceView(assets: assets, row: "1", rowName: "One"), formError: nil, fields: [field.view]))
  }

  @Test func whatIsWrongAndWhatHelpsAreSaidOfTheControl() throws {
    var field = FormField(id: "f", name: "values.due", label: "Due", control: .day, value: "soon", error: "No day")
    field.help = "Such as 2026-01-31"
    let page = try html(field)
    #expect(page.contains(#"value="soon" aria-invalid="true" aria-describedby="f-error f-hint""#))
    #expect(page.contains(#"id="f-error""#) && page.contains("No day") && page.contains(#"id="f-hint""#))
    #expect(page.contains(#"<label class="form-label" for="f"><bdi>Due</bdi></label>"#))
  }

  @Test func aChoiceThatIsNoneAnyMoreStaysChosen() {
    let field = FormField(EditField("state", .choice(["open", "closed"])), id: "f", value: "lost", error: nil)
    let options = ["lost", "open", "closed"].map { FormField.Option(value: $0, title: $0) }
    #expect(field.control == FormField.Control.choice(options))
  }

  @Test func whatSeveralRowsShareNeedNotBeEntered() throws {
    let field = EditField("title", isRequired: true)
    #expect(try html(FormField(field, id: "f", value: "", error: nil)).contains(" required"))
    let shared = FormField(field, id: "f", value: "", error: nil, ticked: ["title"])
    let page = try html(shared)
    #expect(!page.contains(" required") && page.contains(#"name="set.title" value="1" checked>"#))
  }

  @Test func aBoxSendsBothOfItsStates() throws {
    let page = try html(FormField(EditField("done", .boolean), id: "f", value: "yes", error: nil))
    #expect(page.contains(#"type="hidden" name="values.done" value="false""#))
    #expect(page.contains(#"id="f" name="values.done" value="true" checked>"#))
  }

  @Test func aFieldApartFromItsFormNamesIt() throws {
    var field = FormField(
      id: "f", name: "value.name", label: "Name", control: .lines(isCode: false), value: "a\nb\nc\nd")
    field.form = "insert"
    #expect(try html(field).contains(#"form="insert" aria-label="Name" rows="1""#))
  }
}

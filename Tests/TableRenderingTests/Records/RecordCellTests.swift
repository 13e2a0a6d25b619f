import TableModel
import TableRendering
import Testing

private let album = RecordSchema.Reference(table: "Album", column: "AlbumId", labelField: 5)

private let tracks = RecordSchema(
  table: "Track",
  columns: [
    .init("TrackId", .identifier, isPrimaryKey: true), .init("Name"), .init("AlbumId", .identifier, reference: album),
    .init("Bytes", .number(fractionDigits: nil)), .init("note", declaredType: "TEXT"),
  ], keyFields: [0], labelColumn: 1, fieldCount: 6)

private let page = RecordSamples.page(
  tracks,
  [
    [.integer(20), .text("Overdose"), .integer(4), .integer(12_066_294), .null, .text("Let There Be Rock")],
    [.integer(21), .text("<Go> & down"), .null, .integer(1), .text("a"), .null],
  ])

@Test func aRowBeginsWithItsNameAsALink() {
  #expect(
    RecordSamples.rows(page)
      == """
      <tr><th scope="row"><a href="/field/task/20">Overdose</a><td class="id">20\
      <td><a href="/field/Album/4">Let There Be Rock</a> <small>4</small><td class="number">12,066,294\
      <td><span class="null">null</span></tr>
      <tr><th scope="row"><a href="/field/task/21">&lt;Go&gt; &amp; down</a><td class="id">21\
      <td><span class="null">null</span><td class="number">1<td>a</tr>

      """)
}

@Test func rowsThatMayBeChangedCanBeLedTo() {
  let rows = RecordSamples.rows(page, areAnchored: true).split(separator: "\n")
  #expect(rows[0].hasPrefix("<tr id=\"row-20\"><th scope=\"row\"><a href=\"/field/task/20\">Overdose</a>"))
  #expect(rows[1].hasPrefix("<tr id=\"row-21\"><th scope=\"row\"><a href=\"/field/task/21\">&lt;Go&gt;"))
}

@Test func aChoiceOfColumnsKeepsTheNameInFront() {
  #expect(RecordColumns(tracks).order == [1, 0, 2, 3, 4])
  #expect(RecordColumns(tracks, showing: [3, 0]).order == [0, 3])
  #expect(RecordColumns(tracks, showing: [3, 99]).order == [3])
  #expect(RecordColumns(tracks, showing: []).order.isEmpty)
  #expect(
    RecordSamples.rows(page, columns: [3]).hasPrefix(
      "<tr><th scope=\"row\" class=\"number\"><a href=\"/field/task/20\">12,066,294</a></tr>"))
}

@Test func rowsWithoutAKeyAreNotLinked() {
  let schema = RecordSchema(table: "v", isView: true, columns: [.init("a"), .init("b")], keyFields: [])
  #expect(
    RecordSamples.rows(RecordSamples.page(schema, [[.text("x"), .blob([1])]]))
      == "<tr><th scope=\"row\">x<td><svg class=\"icon\" aria-hidden=\"true\"><use href=\"/icons.svg#blob\"/></svg> 1 byte</tr>\n"
  )
}

@Test func compoundAndTextKeysAreWrittenAsPathsHoldThem() {
  let schema = RecordSchema(table: "t", columns: [.init("a"), .init("b", .identifier), .init("c")], keyFields: [0, 1])
  let rows = RecordSamples.rows(RecordSamples.page(schema, [[.text("a/b c,\"é"), .integer(-3), .real(0.5)]]))
  #expect(
    rows.hasPrefix(
      "<tr><th scope=\"row\"><a href=\"/field/task/a~2Fb+c~2C~22~C3~A9,-3\">"))
}

@Test func titlesOfLabelledReferencesLoseTheirSuffix() {
  let label = RecordSchema.Reference(table: "x", column: "id", labelField: 1)
  func title(_ name: String, _ reference: RecordSchema.Reference?) -> String {
    let schema = RecordSchema(
      table: "t", columns: [.init(name, .identifier, reference: reference)], keyFields: [], fieldCount: 2)
    return RecordColumns(schema).title(of: 0)
  }
  #expect(title("AlbumId", label) == "Album")
  #expect(title("album_id", label) == "album")
  #expect(title("ArtistID", label) == "Artist")
  #expect(title("Id", label) == "Id")
  #expect(title("_id", label) == "_id")
  #expect(title("SupportRep", label) == "SupportRep")
  #expect(title("AlbumId", nil) == "AlbumId")
  #expect(title("AlbumId", RecordSchema.Reference(table: "x", column: "id")) == "AlbumId")
}

@Test func namesOfColumnsAreNeverMarkupNorTags() {
  let names = ["\"><script>alert(1)</script>", "{{row-key}}", "{{{x}}}", "a'b\"c", "<b>"]
  let schema = RecordSchema(table: "t", columns: names.map { .init($0) }, keyFields: [])
  let rows = RecordSamples.rows(RecordSamples.page(schema, [names.map { .text($0) }]))
  #expect(!rows.contains("<script"))
  #expect(!rows.contains("<b>"))
  #expect(rows.contains("<td>{{row-key}}<"))
  #expect(rows.contains("<td>a&#39;b&quot;c<"))
}

@Test func aNibOfOnesOwnShowsColumnsByName() throws {
  let nib = try Nib(
    "<li id=\"r-{{row-key}}\"><b>{{Name}}</b>{{#AlbumId}} on {{{AlbumId}}}{{/AlbumId}} {{Bytes}} {{{Bytes}}}</li>")
  var cell = try RecordCell(nib, schema: tracks, links: RecordSamples.links)
  var sink = ByteSink()
  cell.draw(page[0], into: &sink)
  cell.draw(page[1], into: &sink)
  #expect(
    sink.string
      == "<li id=\"r-20\"><b>Overdose</b> on <a href=\"/field/Album/4\">Let There Be Rock</a> <small>4</small> 12066294 12,066,294</li>"
      + "<li id=\"r-21\"><b>&lt;Go&gt; &amp; down</b> 1 1</li>")
}

@Test func aNibThatNamesNoColumnIsAnErrorThatListsThem() throws {
  let nib = try Nib("{{Nam}}", named: "track.html")
  let error = #expect(throws: NibError.self) { try RecordCell(nib, schema: tracks, links: RecordSamples.links) }
  #expect(error?.description.contains("Nam; it has TrackId, Name, AlbumId") == true)
}

@Test func addressesOfARecordAreThoseOfItsRow() {
  let fields = FieldWriter(tracks, links: RecordLinks(base: "/b", databaseName: "d", tableName: "t t", sprite: ""))
  var sink = ByteSink()
  fields.writeAddress(of: page[0], into: &sink)
  sink.text(" ")
  fields.writeKey(of: page[1], into: &sink)
  #expect(sink.string == "/b/d/t+t/20 21")
}

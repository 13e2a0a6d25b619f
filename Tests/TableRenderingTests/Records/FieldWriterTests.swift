import TableModel
import TableRendering
import Testing

private func html(_ type: FieldType, _ value: RecordValue) -> String { RecordSamples.html(type, value) }

@Test(arguments: [
  FieldType.text, .identifier, .number(fractionDigits: nil), .number(fractionDigits: 2), .boolean, .date, .timestamp,
  .link, .image,
  .email, .json, .blob,
])
func nullAndEmptyTextLookTheSameInEveryColumnAndDifferFromEachOther(type: FieldType) {
  #expect(html(type, .null) == "<span class=\"null\">null</span>")
  #expect(
    html(type, .text(""))
      == "<span class=\"null empty-text\">\"\"</span><span class=\"visually-hidden\"> empty text</span>")
}

@Test func integersAreGroupedWhereTheyCountAndPlainWhereTheyName() {
  #expect(html(.number(fractionDigits: nil), .integer(1_234_567)) == "1,234,567")
  #expect(html(.number(fractionDigits: nil), .integer(-1000)) == "-1,000")
  #expect(html(.number(fractionDigits: nil), .integer(.min)) == "-9,223,372,036,854,775,808")
  #expect(html(.identifier, .integer(1793)) == "1793")
  for type in [FieldType.text, .date, .timestamp, .link, .image, .email, .json, .blob] {
    #expect(html(type, .integer(1793)) == "1793")
  }
}

@Test func decimalsAreFixedWhereTheColumnSaysSoAndNeverRounded() {
  #expect(html(.number(fractionDigits: 2), .real(9344.41)) == "9,344.41")
  #expect(html(.number(fractionDigits: 2), .real(5)) == "5.00")
  #expect(html(.number(fractionDigits: 2), .integer(5)) == "5.00")
  #expect(html(.number(fractionDigits: 2), .real(-0.5)) == "-0.50")
  #expect(html(.number(fractionDigits: 2), .real(0.125)) == "0.125")
  #expect(html(.number(fractionDigits: nil), .real(0.031)) == "0.031")
  #expect(html(.number(fractionDigits: nil), .real(1)) == "1")
  #expect(html(.number(fractionDigits: nil), .real(12345.5)) == "12,345.5")
  #expect(html(.number(fractionDigits: nil), .real(1e300)) == "1e+300")
  #expect(html(.number(fractionDigits: 2), .real(.infinity)) == "Infinity")
  #expect(html(.text, .real(-.infinity)) == "-Infinity")
  #expect(html(.text, .real(2.5)) == "2.5")
}

@Test(arguments: [
  (ValueFormat.plain, RecordValue.integer(1_234_567), "1234567"), (.plain, .real(0.5), "0.5"),
  (.fixed(fractionDigits: 2), .real(1234.5678), "<span title=\"1234.5678\">1,234.57</span>"),
  (.fixed(fractionDigits: 2), .integer(3), "3.00"),
  (.fixed(fractionDigits: 0), .real(2.5), "<span title=\"2.5\">3</span>"),
  (.fixed(fractionDigits: 0), .integer(1_000), "1,000"),
  (.fixed(fractionDigits: 3), .integer(.max), "9,223,372,036,854,775,807"),
  (.percent, .real(0.125), "<span title=\"0.125\">12.5\u{A0}%</span>"),
  (.percent, .integer(1), "<span title=\"1\">100\u{A0}%</span>"),
  (.percent, .real(1e300), "1e+302\u{A0}%"),
  (.bytes, .integer(1_400_000), "<span title=\"1400000\">1.4 MB</span>"), (.bytes, .integer(-5), "-5"),
  (.bytes, .real(1e300), "1e+300"),
  (.duration, .integer(3_725), "<span title=\"3725\">1:02:05</span>"),
  (.duration, .real(6.6), "<span title=\"6.6\">0:07</span>"),
  (.duration, .integer(-205), "<span title=\"-205\">-3:25</span>"),
  (.milliseconds, .integer(343_719), "<span title=\"343719\">5:44</span>"),
  (.duration, .text("long"), "long"), (.percent, .real(-.infinity), "-Infinity"),
  (.bytes, .null, "<span class=\"null\">null</span>"),
])
func numbersAreWrittenAsTheirColumnsFormatSays(format: ValueFormat, value: RecordValue, words: String) {
  var column = RecordSchema.Column("n", .number(fractionDigits: nil))
  column.format = format
  #expect(RecordSamples.html(column, value) == words)
}

@Test func unitsStandBehindNumbersAlone() {
  var column = RecordSchema.Column("n", .number(fractionDigits: nil))
  column.unit = "m<b>"
  #expect(RecordSamples.html(column, .integer(1_234)) == "1,234<span class=\"unit\">\u{A0}m&lt;b&gt;</span>")
  #expect(RecordSamples.html(column, .text("deep")) == "deep")
  column.reference = .init(table: "t", column: "id")
  #expect(!RecordSamples.html(column, .integer(1)).contains("unit"))
}

@Test func booleansAreIconsWithAWordAndOtherNumbersAreNumbers() {
  #expect(
    html(.boolean, .integer(1))
      == "<svg class=\"icon boolean-true\" aria-hidden=\"true\"><use href=\"/icons.svg#on\"/></svg><span class=\"visually-hidden\">true</span>"
  )
  #expect(
    html(.boolean, .integer(0))
      == "<svg class=\"icon boolean-false\" aria-hidden=\"true\"><use href=\"/icons.svg#off\"/></svg><span class=\"visually-hidden\">false</span>"
  )
  #expect(html(.boolean, .integer(2)) == "2")
  #expect(html(.boolean, .text("yes")) == "yes")
}

@Test func shortTextIsPlainAndOtherScriptsAreIsolated() {
  #expect(html(.text, .text("Let There Be Rock")) == "Let There Be Rock")
  #expect(html(.text, .text("zoë")) == "<bdi>zoë</bdi>")
  #expect(html(.number(fractionDigits: nil), .text("مرحبا")) == "<bdi>مرحبا</bdi>")
  #expect(html(.text, .text(String(repeating: "a", count: 80))) == String(repeating: "a", count: 80))
  #expect(
    html(.text, .text(String(repeating: "ä", count: 80))) == "<bdi>" + String(repeating: "ä", count: 80) + "</bdi>")
}

@Test func longTextIsFoldedInAGridAndWholeOnItsPage() {
  let long = String(repeating: "0123456789", count: 9)
  #expect(
    html(.text, .text(long))
      == "<details class=\"fold\"><summary>01234567890123456789012345678901234567…</summary><p>\(long)</p></details>")
  #expect(RecordSamples.html(.text, .text(long), style: .page) == "<p class=\"long-text\">\(long)</p>")
  #expect(
    html(.text, .text("\nfirst & second\r\nthird"))
      == "<details class=\"fold\"><summary>first &amp; second…</summary><p>\nfirst &amp; second\r\nthird</p></details>")
  let accents = String(repeating: "é", count: 81)
  #expect(
    html(.text, .text(accents))
      == "<details class=\"fold\"><summary><bdi>\(accents.prefix(38))</bdi>…</summary><p dir=\"auto\">\(accents)</p></details>"
  )
}

@Test func titlesAreOneLineOfTextWithoutLinks() {
  func title(_ type: FieldType, _ value: RecordValue) -> String { RecordSamples.html(type, value, style: .title) }
  let long = String(repeating: "x", count: 81)
  #expect(title(.text, .text(long)) == long.dropLast() + "…")
  #expect(title(.link, .text("https://example.com/a")) == "example.com/a")
  #expect(title(.email, .text("ada@example.com")) == "ada@example.com")
  #expect(title(.image, .text("/a.png")) == "/a.png")
  #expect(title(.json, .text("{}")) == "{}")
  #expect(title(.text, .text("   ")).contains("empty text"))
  #expect(title(.blob, .blob([1, 2, 3])).hasSuffix("</svg> 3 bytes"))
}

@Test func linksLoseTheirSchemeAndKeepTheirMeaning() {
  #expect(
    html(.link, .text("https://example.com/view?id=1&ref=golf"))
      == "<a href=\"https://example.com/view?id=1&amp;ref=golf\">example.com/view?id=1&amp;ref=golf</a>"
  )
  #expect(
    html(.link, .text("HTTP://example.com"))
      == "<a href=\"HTTP://example.com\">example.com</a>")
  #expect(
    html(.link, .text("https://example.com/{a}|\"b\""))
      == "<a href=\"https://example.com/%7Ba%7D%7C%22b%22\">example.com/{a}|&quot;b&quot;</a>"
  )
}

@Test(arguments: [
  "javascript:alert(1)", "JavaScript:alert(1)//https://example.com", "data:text/html,x", "https:/example.com",
  "https://", "http:///x",
  "httpx://example.com", "https://exa mple.com", "https://example.com\tx", "ftp://example.com/a", "//example.com/a",
  "https://?x=12",
])
func whatIsNoWebAddressIsText(address: String) {
  #expect(!html(.link, .text(address)).contains("<a"))
}

@Test func emailsAreMailLinksAndNothingMoreThanAnAddress() {
  #expect(
    html(.email, .text("o'neil+x@example.com"))
      == "<a href=\"mailto:o&#39;neil+x@example.com\">o&#39;neil+x@example.com</a>")
  for text in [
    "ada", "a@b", "a@b@c.de", "a@b.de?cc=x@y.z", "a b@c.de", "@example.com", "a@.example", "\"<script>\"@example.com",
  ] {
    #expect(!html(.email, .text(text)).contains("<a"), "\(text)")
  }
}

@Test func picturesOfThisSiteAreThumbnailsAndOthersAreLinks() {
  #expect(
    html(.image, .text("/photos/a b.png")) == "/photos/a b.png")
  #expect(
    html(.image, .text("/photos/1.png"))
      == "<a href=\"/photos/1.png\"><img class=\"thumbnail\" src=\"/photos/1.png\" width=\"24\" height=\"24\" alt=\"value\" loading=\"lazy\"></a>"
  )
  #expect(
    html(.image, .text("https://example.com/a.png"))
      == "<a href=\"https://example.com/a.png\"><svg class=\"icon\" aria-hidden=\"true\"><use href=\"/icons.svg#image\"/></svg> example.com/a.png</a>"
  )
  #expect(html(.image, .text("//example.com/a.png")) == "//example.com/a.png")
  #expect(html(.image, .text("/\\example.com/a.png")) == "/\\example.com/a.png")
  #expect(html(.image, .text("data:image/png;base64,AAAA")) == "data:image/png;base64,AAAA")
}

@Test func theDescriptionOfAPictureNamesItsRow() {
  let schema = RecordSchema(
    table: "task", columns: [.init("id", .identifier), .init("photo", .image), .init("name")], keyFields: [0],
    labelColumn: 2)
  let page = RecordSamples.page(schema, [[.integer(1), .text("/1.png"), .text("Frost \"survey\"")]])
  var sink = ByteSink()
  FieldWriter(schema, links: RecordSamples.links).write(1, of: page[0], into: &sink)
  #expect(sink.string.contains("alt=\"photo: Frost &quot;survey&quot;\""))
}

@Test func blobsAreDownloadsBySizeAndPicturesAreSeen() {
  #expect(
    html(.blob, .blob(Array(repeating: 7, count: 1500)))
      == "<a href=\"/field/task/7/-/blob/value\" download><svg class=\"icon\" aria-hidden=\"true\"><use href=\"/icons.svg#blob\"/></svg><span class=\"visually-hidden\">download</span> 2 kB</a>"
  )
  let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0]
  #expect(
    html(.text, .blob(png))
      == "<a href=\"/field/task/7/-/blob/value\"><img class=\"thumbnail\" src=\"/field/task/7/-/blob/value\" width=\"24\" height=\"24\" alt=\"value\" loading=\"lazy\"></a>"
  )
  #expect(RecordSamples.html(.blob, .blob(png), style: .page).hasSuffix("</a> <small>12 bytes</small>"))
  #expect(html(.blob, .blob([])).contains(" 0 bytes</a>"))
}

@Test(arguments: [
  (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1 kB"), (87_600, "88 kB"), (999_499, "999 kB"),
  (999_500, "1.0 MB"),
  (1_400_000, "1.4 MB"), (12_000_000, "12.0 MB"), (2_500_000_000, "2.5 GB"),
])
func sizesAreSaidInWords(bytes: Int, words: String) {
  var sink = ByteSink()
  sink.byteSize(bytes)
  #expect(sink.string == words)
}

@Test func referencesAreLinksByTheirLabel() {
  let album = RecordSchema.Reference(table: "Al/bum", column: "AlbumId", labelField: 2)
  let schema = RecordSchema(
    table: "Track", columns: [.init("TrackId", .identifier), .init("AlbumId", .identifier, reference: album)],
    keyFields: [0],
    fieldCount: 3)
  let page = RecordSamples.page(
    schema,
    [
      [.integer(1), .integer(245), .text("Let <There> Be")], [.integer(2), .integer(3), .null],
      [.integer(3), .text("a,b"), .null],
    ])
  let writer = FieldWriter(
    schema, links: RecordLinks(base: "/x", databaseName: "my db", tableName: "Track", sprite: "/i.svg"))
  func written(_ row: Int, _ style: FieldWriter.Style) -> String {
    var sink = ByteSink()
    writer.write(1, of: page[row], style: style, into: &sink)
    return sink.string
  }
  #expect(written(0, .grid) == "<a href=\"/x/my+db/Al~2Fbum/245\">Let &lt;There&gt; Be</a> <small>245</small>")
  #expect(written(1, .grid) == "<a href=\"/x/my+db/Al~2Fbum/3\">3</a>")
  #expect(written(2, .grid) == "<a href=\"/x/my+db/Al~2Fbum/a~2Cb\">a,b</a>")
  #expect(written(0, .title) == "Let &lt;There&gt; Be")
}

@Test(arguments: [("Code", "Code"), ("a b&c", "a+b%26c"), ("_odd", "_odd__exact"), ("a__b", "a__b__exact")])
func referencesToAColumnThatIsNoKeyLeadToTheRowsThatHoldTheValue(column: String, argument: String) {
  let country = RecordSchema.Reference(table: "Country", column: column, isKey: false)
  let schema = RecordSchema(table: "City", columns: [.init("Name"), .init("c", reference: country)], keyFields: [])
  let page = RecordSamples.page(schema, [[.text("Oslo"), .text("N&O é")], [.text("Rome"), .integer(39)]])
  let writer = FieldWriter(schema, links: RecordLinks(databaseName: "db", tableName: "City", sprite: "/i.svg"))
  func written(_ row: Int) -> String {
    var sink = ByteSink()
    writer.write(1, of: page[row], style: .grid, into: &sink)
    return sink.string
  }
  #expect(written(0) == "<a href=\"/db/Country?\(argument)=N%26O+%C3%A9\"><bdi>N&amp;O é</bdi></a>")
  #expect(written(1) == "<a href=\"/db/Country?\(argument)=39\">39</a>")
}

@Test func excerptsLeadToTheWholeText() {
  let schema = RecordSchema(table: "task", columns: [.init("id", .identifier), .init("note")], keyFields: [0])
  var builder = RecordPageBuilder(fieldCount: 2, rows: 1, byteCapacity: 64)
  builder.append(Int64(7))
  Array("first words".utf8).withUnsafeBytes { bytes in
    if let start = bytes.baseAddress { builder.append(start, count: bytes.count, kind: .textExcerpt) }
  }
  let page = builder.finish(schema)
  var sink = ByteSink()
  FieldWriter(schema, links: RecordSamples.links).write(1, of: page[0], into: &sink)
  #expect(
    sink.string
      == "<details class=\"fold\"><summary>first words…</summary><p>first words… <a href=\"/field/task/7\">whole text</a></p></details>"
  )
}

@Test(arguments: [
  FieldType.text, .identifier, .number(fractionDigits: nil), .boolean, .date, .timestamp, .link, .image, .email, .json,
  .blob,
])
func markupInValuesIsNeverMarkup(type: FieldType) {
  let attacks = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "https://example.com/\"onmouseover=\"x",
    "/a\"onerror=\"x",
    "{\"a\": \"<script>\"}", "2020-01-01<script>", "javascript:alert('1')",
    "<" + String(repeating: "x", count: 100) + "\n\">",
    "a@b.c\"><script>", "https://example.com/<script>",
  ]
  for attack in attacks {
    for style in [FieldWriter.Style.grid, .page, .title] {
      let written = RecordSamples.html(type, .text(attack), style: style)
      #expect(!written.contains("<script"), "\(type) \(attack): \(written)")
      #expect(!written.contains("<img src=x"), "\(type) \(attack): \(written)")
      #expect(!written.contains("\"onmouseover"), "\(type) \(attack): \(written)")
      #expect(!written.contains("\"onerror"), "\(type) \(attack): \(written)")
      #expect(!written.contains("href=\"javascript"), "\(type) \(attack): \(written)")
      #expect(!written.contains("\">\""), "\(type) \(attack): \(written)")
    }
  }
}

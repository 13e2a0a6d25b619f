import Testing

@testable import TableRendering

private let evil = "\"><script>alert(1)</script>"

@Test(arguments: [
  "<p>{{x}}</p>", "<p title=\"{{x}}\">", "<p title='{{x}}'>", "<title>{{x}}</title>", "<textarea>{{x}}</textarea>",
  "<!-- {{x}} -->",
  "<p {{#x}}title=\"{{x}}\"{{/x}}>", "<input{{#x}} checked{{/x}} value=\"{{x}}\">", "<p class=\"a{{#x}} {{x}}{{/x}}\">",
  "<a href=\"/rows/{{x}}\">", "<script src=\"/a.js\"></script>{{x}}", "<style>p{}</style><b>{{x}}</b>", "a < b {{x}}",
  "<p/>{{x}}",
  "<p title=a b>{{x}}", "<!--> {{x}} -->", "<?xml?>{{x}}", "</p >{{x}}", "<p a=\"b\"c=\"{{x}}\">",
]) func valuesStandWhereTheyCannotBreakOut(_ source: String) throws {
  let nib = try Nib(source)
  #expect(!nib.string(["x": .text(evil)]).contains("<script>alert"))
  #expect(nib.string(["x": .text(evil)]).contains("&quot;&gt;&lt;script&gt;"))
}

@Test(arguments: ["href", "src", "action", "formaction", "poster", "HREF", "xlink:href"])
func addressesTakeNoCode(_ attribute: String) throws {
  for quote in ["\"", "'"] {
    let nib = try Nib("<x \(attribute) = \(quote){{x}}\(quote)>")
    #expect(nib.string(["x": "javascript:alert(1)"]) == "<x \(attribute) = \(quote)\(quote)>")
    #expect(nib.string(["x": "/a?b&c"]) == "<x \(attribute) = \(quote)/a?b&amp;c\(quote)>")
    #expect(nib.string(["x": .html("javascript:x")]) == "<x \(attribute) = \(quote)\(quote)>")
  }
}

@Test func alternativesMayBothOpenAnAddress() throws {
  let nib = try Nib("<a href=\"{{#a}}{{a}}{{/a}}{{^a}}{{b}}{{/a}}\">")
  #expect(nib.string(["a": "/a", "b": "/b"]) == "<a href=\"/a\">")
  #expect(nib.string(["b": "/b"]) == "<a href=\"/b\">")
  #expect(nib.string(["b": "data:x"]) == "<a href=\"\">")
}

@Test(arguments: [
  "<a href=\"{{x}}/{{y}}\">", "<a href=\"{{x}}?a={{y}}&b={{y}}\">", "<a href=\"/{{#x}}{{x}}{{/x}}{{y}}\">",
  "<a href=\"https://{{x}}{{y}}\">", "<a href=\"row-{{x}}{{#y}}#{{y}}{{/y}}\">",
  "<a href=\"{{#x}}/a/{{/x}}{{^x}}/b/{{/x}}{{y}}\">", "<a title=\"{{x}}: {{y}}\">",
  "<a href=\"mailto:{{x}}\">",
]) func valuesMayFollowWhatSettlesAnAddress(_ source: String) throws {
  #expect(try Nib(source).string(["x": "a", "y": "b"]).contains("a"))
}

@Test func aListCannotPutAnAddressTogether() throws {
  let nib = try Nib("<a href=\"{{#l}}{{.}}{{/l}}\">")
  #expect(nib.string(["l": ["java", "script:alert(1)"]]) == "<a href=\"java\">")
}

@Test func otherAttributesTakeAnyText() throws {
  #expect(try Nib("<p title=\"{{x}}\">").string(["x": "javascript:x"]) == "<p title=\"javascript:x\">")
}

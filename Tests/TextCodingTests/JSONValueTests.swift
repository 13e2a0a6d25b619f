import Testing
import TextCoding

@Test(
  arguments: [
    ("null", "null"), ("true", "true"), (" [1, -2.5e3, \"a\\u00e9\\ud83d\\ude00\\n\"] ", "[1, -2500.0, \"aé😀\n\"]"),
    ("{\"a\":{\"b\":[]}}", "{a: {b: []}}"), ("{\"b\":1,\"a\":2,\"b\":3}", "{b: 1, a: 2, b: 3}"),
    ("0", "0"), ("-0", "0"), ("1E2", "100.0"), ("\"\\/\\\"\"", "\"/\"\""), ("\"\\ud800\"", "\"\u{FFFD}\""),
    ("99999999999999999999", "1e+20"),
  ])
func jsonIsRead(_ json: String, _ value: String) throws {
  #expect(try JSONValue(json: json).spelling == value)
}

@Test func theLastOfSeveralMembersOfOneNameCounts() throws {
  let value = try JSONValue(json: "{\"a\":1,\"a\":2}")
  #expect(value["a"]?.spelling == "2")
  #expect(value["b"]?.spelling == nil)
}

@Test(arguments: [
  "", "{", "[1,]", "[1 2]", "{\"a\"}", "{a:1}", "01", "-", "1.", "1e", "+1", "\"a", "\"\\x\"", "\"\n\"", "tru", "nullx",
  "[]]", "\"\\u12\"", "'a'", "{\"a\":1,}",
])
func brokenJSONIsRefused(_ json: String) {
  #expect(throws: JSONError.self) { try JSONValue(json: json) }
}

@Test func mistakesInJSONAreLocated() throws {
  let error = try #require(throws: JSONError.self) { try JSONValue(json: "{\n  \"a\": é\n}") }
  #expect((error.line, error.column) == (2, 8))
  #expect(throws: JSONError.self) { try JSONValue(json: String(repeating: "[", count: 100_000)) }
}

extension JSONValue {
  /// The value on one line, with whatever it holds told apart by type.
  fileprivate var spelling: String {
    switch self {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): "\"\(text)\""
    case .list(let elements): "[" + elements.map(\.spelling).joined(separator: ", ") + "]"
    case .object(let members): "{" + members.map { "\($0.key): \($0.value.spelling)" }.joined(separator: ", ") + "}"
    }
  }
}

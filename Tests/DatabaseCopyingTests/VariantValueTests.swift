import SQLTables
import Testing

@testable import DatabaseCopying

@Suite struct VariantValueTests {
  @Test(
    arguments: [
      (.integer(5), "5"), (.real(5), "5.0"), (.real(1e300), "{\"$real\": \"1e+300\"}"),
      (.real(-0.0), "{\"$real\": \"-0.0\"}"),
      (SQLValue("a\"\\\n\u{1}ü"), "\"a\\\"\\\\\\n\\u0001ü\""), (.blob([0, 255]), "{\"$base64\": \"AP8=\"}"),
      (.text([97, 0]), "{\"$text\": \"YQA=\"}"), (.text([255]), "{\"$text\": \"/w==\"}"),
      (.integer(.min), "-9223372036854775808"),
    ] as [(SQLValue, String)])
  func eachValueHasOneJSONAndComesBack(_ value: SQLValue, _ json: String) {
    #expect(VariantValue.json(value).map { String(decoding: $0, as: UTF8.self) } == json)
    #expect(VariantValue.value(json: Array(json.utf8)) == value)
  }

  @Test func otherJSONIsNone() {
    for json in ["[1]", "{}", "{\"a\": 1}", "true", "{\"$base64\": 1}", "1e5", "{\"$text\": \"*\"}"] {
      #expect(VariantValue.value(json: Array(json.utf8)) == nil, "\(json)")
    }
  }
}

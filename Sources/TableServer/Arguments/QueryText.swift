import TextCoding

/// A query under construction: names and values as forms encode them.
struct QueryText {
  private(set) var text = ""

  mutating func append(_ name: String, _ value: String) {
    if !text.isEmpty { text += "&" }
    text += PercentEncoding.encodeForm(name) + "=" + PercentEncoding.encodeForm(value)
  }
}

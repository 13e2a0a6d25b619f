import TextCoding

/// A query under construction: names and values as forms encode them.
package struct QueryText {
  package private(set) var text = ""

  package init() {}

  package mutating func append(_ name: String, _ value: String) {
    if !text.isEmpty { text += "&" }
    text += PercentEncoding.encodeForm(name)
    text += "="
    text += PercentEncoding.encodeForm(value)
  }
}

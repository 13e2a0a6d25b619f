/// What people look for, taken apart: words, and phrases between double quotes.
package struct SearchTerms: Sendable, Hashable {
  /// The words and phrases, none of them empty, none with a double quote.
  package private(set) var terms: [String] = []

  /// Takes a text apart.
  package init(_ text: String) {
    // A quote without its other half is a mark like any other.
    var isPhrase = false
    for (position, part) in text.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
      isPhrase = position % 2 == 1
      if isPhrase {
        let words = part.split(whereSeparator: \.isWhitespace)
        if !words.isEmpty { terms.append(words.joined(separator: " ")) }
      } else {
        terms += part.split(whereSeparator: \.isWhitespace).map(String.init)
      }
    }
  }
}

/// A text that equals no other of other bytes.
///
/// Swift takes two texts for equal that are composed of other characters, `é` of one or of two. Databases don't, and what was found about one isn't
/// true of the other.
package struct ExactText: Hashable, Sendable {
  package var text: String

  package init(_ text: String) { self.text = text }

  package static func == (one: ExactText, other: ExactText) -> Bool {
    let (bytes, others) = (one.text.utf8.span, other.text.utf8.span)
    guard bytes.count == others.count else { return false }
    // One by one: as sequences they take ten times as long.
    for place in bytes.indices where bytes[place] != others[place] { return false }
    return true
  }
}

/// The same for a list of texts.
package struct ExactTexts: Hashable, Sendable {
  package var texts: [String]

  package init(_ texts: [String]) { self.texts = texts }

  package static func == (one: ExactTexts, other: ExactTexts) -> Bool {
    one.texts.elementsEqual(other.texts) { ExactText($0) == ExactText($1) }
  }
}

/// A name and where the site file has it.
package struct PlacedName: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The name as it is written.
  package var text: String
  /// Where it stands; `nil` for one that was written in code.
  package var place: SourcePlace?

  /// A name that was written in code.
  package init(stringLiteral value: String) { self.init(value, at: nil) }

  /// A name of a file.
  package init(_ text: String, at place: SourcePlace?) {
    self.text = text
    self.place = place
  }
}

/// What a header or a footer shows, of a section or of the whole table. It has views and reuse identifiers of its own.
public protocol SupplementaryViewModel: ReusableViewModel {}

/// A header or footer that is a plain line of text, with an optional remark at its end.
public struct TitleViewModel: SupplementaryViewModel, ExpressibleByStringLiteral {
  /// The text.
  public var title: String
  /// What stands muted at the far end: a count, a date.
  public var detail: String?

  /// A title, and what to say at its end.
  public init(_ title: String, detail: String? = nil) {
    self.title = title
    self.detail = detail
  }

  /// A title written in code.
  public init(stringLiteral value: String) { self.init(value) }
}

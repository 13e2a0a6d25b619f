/// A run of a nib's literals, and what follows it. Nothing in it is counted by references, so that a page walks the steps without taking any.
struct ViewStep: Sendable {
  enum Action: Sendable {
    /// The end of a section, or of the nib.
    case end
    case value(NibContext)
    /// The steps behind it, up to their `end`, hang on the value; the nib goes on at `next`.
    case section(inverted: Bool, next: Int)
  }

  let literal: Range<Int>
  /// The value: a place in `ViewCode.paths`, since those are large. An end has none, and nobody asks it.
  let path: Int
  var action: Action
}

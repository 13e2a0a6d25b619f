/// A property of one of the views around a tag.
struct ViewPath: Sendable {
  /// The types that most properties have are read where they lie; what another's value shows is asked of its type.
  enum Kind: Sendable {
    case text, optionalText, markup, flag
    /// One view, always there.
    case view
    /// A list of views, or one that may be missing.
    case views
    case other
  }

  /// How many sections of views stand around the one that has it.
  let depth: Int
  /// From the start of that view.
  let offset: Int
  let type: any NibOutlet.Type
  let kind: Kind
  /// What is left in its place if it is late: a place in `ViewCode.slots`.
  let slot: Int

  init(_ outlet: ViewOutlet, depth: Int, slot: Int) {
    (self.depth, offset, type, self.slot) = (depth, outlet.offset, outlet.type, slot)
    kind =
      switch type {
      case is String.Type: .text
      case is String?.Type: .optionalText
      case is HTML.Type: .markup
      case is Bool.Type: .flag
      case is any NibView.Type: .view
      default: type.view == nil ? .other : .views
      }
  }
}

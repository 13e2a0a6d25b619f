/// What a nib with flat names is filled from. Pulled, not pushed: only what the nib shows is ever computed.
///
/// A slot is the position of its name in the nib's `slotNames`.
package protocol NibSource {
  /// Whether a section that hangs on the slot is shown.
  func isPresent(_ slot: Int) -> Bool
  /// Writes the value of a slot.
  func write(_ slot: Int, _ context: NibContext, into html: inout ByteSink)
}

/// How a value is written; found from where its tag stands.
package enum NibContext: UInt8, Sendable {
  /// `{{name}}` in text or in a quoted attribute: escaped.
  case text
  /// `{{name}}` that opens an `href`, `src` and their kin: escaped, and only http, https, mailto and relative addresses.
  case address
  /// `{{{name}}}`: a value of type `HTML` as it is, everything else escaped.
  case markup
}

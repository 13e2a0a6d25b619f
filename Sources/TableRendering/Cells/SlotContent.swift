internal import TableModel

/// What a slot shows: a closed set, so that writing one is a `switch` and neither a box nor a witness table.
public enum SlotContent: Sendable, Hashable {
  /// Text, always escaped; where it opens an address, only addresses that `WebAddress` allows.
  case text(String)
  /// A number in digits.
  case integer(Int64)
  /// A number in the fewest digits that tell it.
  case real(Double)
  /// Yes or no: no hides the sections that hang on it.
  case boolean(Bool)
  /// Markup that was made safely; only `{{{name}}}` writes it as it is.
  case html(HTML)

  /// Whether sections that hang on it are shown.
  var isPresent: Bool { if case .boolean(false) = self { false } else { true } }

  @inline(__always) func write(_ context: NibContext, into html: inout ByteSink) {
    switch self {
    case .text(let text): text.lendUTF8 { if context == .address { html.address($0) } else { html.text($0) } }
    case .integer(let number): html.number(number)
    case .real(let number): html.number(number)
    case .boolean(let value): html.json(value)
    case .html(let markup):
      switch context {
      case .markup: html.html(markup)
      case .text: markup.bytes.withUnsafeBufferPointer { html.text($0) }
      case .address: markup.bytes.withUnsafeBufferPointer { html.address($0) }
      }
    }
  }
}

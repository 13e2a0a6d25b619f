/// What a nib shows, as a tree: the way to fill nibs with lists and nested names.
package enum NibValue: Sendable, Hashable {
  /// Nothing: sections are hidden, tags write nothing.
  case null
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  /// Always escaped.
  case text(String)
  /// Written as it is by `{{{name}}}`, escaped by `{{name}}`.
  case html(HTML)
  /// A section is shown once for each; none hides it.
  case list([NibValue])
  /// Names that tags and sections inside find.
  case object([String: NibValue])

  /// Whether a section that hangs on the value is hidden: null, false and the empty list.
  var isFalse: Bool {
    switch self {
    case .null, .boolean(false): true
    case .list(let values): values.isEmpty
    default: false
    }
  }

  /// What a tag writes; `nil` for what has no text.
  var content: SlotContent? {
    switch self {
    case .boolean(let value): .boolean(value)
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .text(let text): .text(text)
    case .html(let markup): .html(markup)
    case .null, .list, .object: nil
    }
  }
}

extension NibValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A text.
  package init(stringLiteral value: String) { self = .text(value) }
  /// A number.
  package init(integerLiteral value: Int64) { self = .integer(value) }
  /// A number.
  package init(floatLiteral value: Double) { self = .real(value) }
  /// Yes or no.
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// Nothing.
  package init(nilLiteral: ()) { self = .null }
  /// A list.
  package init(arrayLiteral elements: NibValue...) { self = .list(elements) }
  /// An object; of a name that stands twice, the last value counts.
  package init(dictionaryLiteral elements: (String, NibValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}

extension NibValue {
  /// The value of a text that may be missing.
  package init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  /// The value of a number that may be missing.
  package init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
}

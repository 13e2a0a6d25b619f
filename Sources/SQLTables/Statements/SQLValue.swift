/// A value as it is bound to a statement. Texts are bytes, so that one that isn't valid UTF-8 still finds its row.
package enum SQLValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text([UInt8])
  case blob([UInt8])

  /// Whether it is null, which SQL compares in its own way.
  package var isNull: Bool {
    if case .null = self { true } else { false }
  }
}

extension SQLValue {
  /// A text.
  package init(_ text: String) { self = .text(Array(text.utf8)) }

  /// The number that a text is, written as SQL writes numbers; `nil` for other texts.
  package init?(numberIn text: String) {
    if let integer = Int64(text) {
      self = .integer(integer)
    } else if let real = Double(text), real.isFinite, !text.contains(where: { "xXpP".contains($0) }) {
      self = .real(real)
    } else {
      return nil
    }
  }

  /// Whether it is the same value as another one, as engines compare values: what is no number is the same as itself.
  package func isSame(as other: SQLValue) -> Bool {
    if case .real(let one) = self, case .real(let two) = other { return one == two || one.isNaN && two.isNaN }
    return self == other
  }
}

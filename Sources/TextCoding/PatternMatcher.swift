/// A pattern that texts are held against, as SQL and the shell write them. Letters of ASCII count without regard to case in SQL's
/// patterns and with it in the shell's, as in SQLite (https://sqlite.org/lang_expr.html#like).
package struct PatternMatcher: Sendable {
  private enum Part: Sendable {
    /// Any number of characters.
    case anything
    /// One character.
    case anyScalar
    case scalar(Unicode.Scalar)
    /// One of a set, or one that is not in it.
    case oneOf([ClosedRange<Unicode.Scalar>], isNegated: Bool)
  }

  private let parts: [Part]
  private let ignoresCase: Bool

  /// What a pattern may be made of: matching takes the product of its length and the text's.
  package static let byteLimit = 1_000

  private init(_ parts: [Part], ignoresCase: Bool) {
    self.parts = parts
    self.ignoresCase = ignoresCase
  }

  /// A text that is found anywhere, at the beginning or at the end.
  package init(containing text: String) { self.init([.anything] + Self.literal(text) + [.anything], ignoresCase: true) }
  package init(beginningWith text: String) { self.init(Self.literal(text) + [.anything], ignoresCase: true) }
  package init(endingWith text: String) { self.init([.anything] + Self.literal(text), ignoresCase: true) }

  /// `%` stands for any characters, `_` for one.
  package init(like pattern: String) {
    let parts = pattern.unicodeScalars.map { scalar -> Part in
      switch scalar {
      case "%": .anything
      case "_": .anyScalar
      default: .scalar(Self.folded(scalar))
      }
    }
    self.init(parts, ignoresCase: true)
  }

  /// `*` stands for any characters, `?` for one, `[a-z]` for one of some, `[^a-z]` for one of the others. A bracket that isn't closed
  /// is met by nothing.
  package init(glob pattern: String) {
    var parts: [Part] = []
    var rest = pattern.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "*": parts.append(.anything)
      case "?": parts.append(.anyScalar)
      case "[": parts.append(Self.set(&rest) ?? .oneOf([], isNegated: false))
      default: parts.append(.scalar(scalar))
      }
    }
    self.init(parts, ignoresCase: false)
  }

  /// Takes a set up to its bracket; a bracket that comes first is one of the set.
  private static func set(_ rest: inout Substring.UnicodeScalarView) -> Part? {
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    let isNegated = rest.first == "^"
    if isNegated { rest.removeFirst() }
    var isFirst = true
    while let scalar = rest.popFirst() {
      if scalar == "]", !isFirst { return .oneOf(ranges, isNegated: isNegated) }
      isFirst = false
      if rest.first == "-", let end = rest.dropFirst().first, end != "]" {
        rest.removeFirst(2)
        if scalar <= end { ranges.append(scalar...end) }
      } else {
        ranges.append(scalar...scalar)
      }
    }
    return nil
  }

  private static func literal(_ text: String) -> [Part] { text.unicodeScalars.map { .scalar(folded($0)) } }

  private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar
  }

  /// Whether a whole text fits. Goes back to the last `anything` alone, which is enough: what an earlier one could take more, that
  /// one can take as well. O(length of the text × length of the pattern).
  /// - Parameter step: called for each of them; what it throws ends the search.
  package func matches(_ text: String, step: () throws -> Void) rethrows -> Bool {
    let scalars = text.unicodeScalars
    var at = scalars.startIndex
    var part = 0
    var retry: (part: Int, at: String.UnicodeScalarView.Index)?
    while at < scalars.endIndex {
      try step()
      if part < parts.count, case .anything = parts[part] {
        part += 1
        retry = (part, at)
      } else if part < parts.count, fits(scalars[at], parts[part]) {
        part += 1
        at = scalars.index(after: at)
      } else if let last = retry {
        at = scalars.index(after: last.at)
        part = last.part
        retry = (part, at)
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { if case .anything = $0 { true } else { false } }
  }

  private func fits(_ scalar: Unicode.Scalar, _ part: Part) -> Bool {
    switch part {
    case .anything, .anyScalar: true
    case .scalar(let expected): (ignoresCase ? Self.folded(scalar) : scalar) == expected
    case .oneOf(let ranges, let isNegated): ranges.contains { $0.contains(scalar) } != isNegated
    }
  }
}

/// A route's pattern, taken apart.
package struct RoutePattern: Sendable {
  enum Part: Hashable, Sendable {
    case literal(String)
    case capture(String)
    case tail(String)
  }

  let parts: [Part]

  /// A path with captures `{name}` and, at its end, `{name...}`.
  package init(_ pattern: String) {
    parts = pattern.split(separator: "/").map { segment in
      guard segment.first == "{", segment.last == "}" else { return .literal(String(segment)) }
      let name = segment.dropFirst().dropLast()
      return name.hasSuffix("...") ? .tail(String(name.dropLast(3))) : .capture(String(name))
    }
  }
}

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

  /// What is wrong with it.
  var problem: String? {
    var names: Set<String> = []
    for (index, part) in parts.enumerated() {
      switch part {
      case .literal(let text) where text.contains(where: { $0 == "{" || $0 == "}" }):
        return "a capture takes a whole segment"
      case .literal: continue
      case .tail where index != parts.count - 1: return "a capture of the rest must be last"
      case .capture(let name), .tail(let name):
        if name.isEmpty { return "a capture needs a name" }
        if !names.insert(name).inserted { return "duplicate capture \(name)" }
      }
    }
    return nil
  }

  /// The pattern without the names of its captures: those of one shape match the same paths.
  var shape: String {
    parts.map { part in
      switch part {
      case .literal(let text): "/" + text
      case .capture: "/{}"
      case .tail: "/{...}"
      }
    }.joined()
  }
}

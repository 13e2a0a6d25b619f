/// What a route's captures matched.
public struct RouteParameters: Sendable {
  private var captures: [(name: String, segments: ArraySlice<String>)] = []

  /// No captures.
  package init() {}

  /// The segment that a capture matched; of a tail capture, its segments joined by slashes.
  public subscript(_ name: String) -> String? {
    guard let segments = segments(name) else { return nil }
    return segments.count == 1 ? segments.first : segments.joined(separator: "/")
  }

  /// The segments that a tail capture `{name...}` matched, apart: a segment may itself contain a slash.
  public func segments(_ name: String) -> ArraySlice<String>? { captures.last { $0.name == name }?.segments }

  mutating func capture(_ name: String, _ segments: ArraySlice<String>) { captures.append((name, segments)) }
  mutating func removeLast() { captures.removeLast() }
}

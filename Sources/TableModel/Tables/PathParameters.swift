/// What stands in the places of a mounted path that are in braces: of `/projects/{project}/tasks`, the `project`.
public struct PathParameters: Sendable {
  private let values: [String: String]

  /// - Parameter values: what stands in each place, decoded.
  package init(_ values: [String: String]) { self.values = values }

  /// The name in one of the places.
  /// - Throws: `TableError.notFound` if the path has no such place.
  public subscript(_ name: String) -> String {
    get throws {
      guard let value = values[name] else { throw TableError.notFound("The path has no part {\(name)}") }
      return value
    }
  }

  /// What stands at a segment of the path: in its place, or the segment itself.
  package func value(of segment: String) -> String { segment.captureName.flatMap { values[$0] } ?? segment }
}

extension String {
  /// The name of a place in a path, `project` of `{project}`; `nil` for a name that stands for itself.
  package var captureName: String? { hasPrefix("{") && hasSuffix("}") ? String(dropFirst().dropLast()) : nil }
}

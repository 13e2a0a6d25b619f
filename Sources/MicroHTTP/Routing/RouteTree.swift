/// What stands at patterns, as a tree of their segments.
package struct RouteTree<Value: Sendable>: Sendable {
  private struct Capture: Sendable {
    var name: String
    var tree: RouteTree
  }

  private struct Tail: Sendable {
    var name: String
    var value: Value?
  }

  private var value: Value?
  private var literals: [String: RouteTree] = [:]
  private var captures: [Capture] = []
  private var tails: [Tail] = []

  /// An empty tree.
  package init() {}

  /// Changes what stands at a pattern, which is `nil` where nothing does.
  package mutating func change<Failure: Error>(
    at pattern: RoutePattern, _ change: (inout Value?) throws(Failure) -> Void
  ) throws(Failure) {
    try self.change(at: pattern.parts[...], change)
  }

  private mutating func change<Failure: Error>(
    at parts: ArraySlice<RoutePattern.Part>, _ change: (inout Value?) throws(Failure) -> Void
  ) throws(Failure) {
    let rest = parts.dropFirst()
    switch parts.first {
    case nil: try change(&value)
    case .literal(let text): try literals[text, default: RouteTree()].change(at: rest, change)
    case .capture(let name):
      let index = captures.firstIndex { $0.name == name } ?? captures.endIndex
      if index == captures.endIndex { captures.append(Capture(name: name, tree: RouteTree())) }
      try captures[index].tree.change(at: rest, change)
    case .tail(let name):
      let index = tails.firstIndex { $0.name == name } ?? tails.endIndex
      if index == tails.endIndex { tails.append(Tail(name: name)) }
      try change(&tails[index].value)
    }
  }

  /// What stands at the pattern that matches best, and what its captures took.
  /// - Complexity: O(number of segments) unless literals and captures lead far along both.
  package func find(_ segments: ArraySlice<String>, _ parameters: inout RouteParameters) -> Value? {
    guard let segment = segments.first else { return value ?? findTail(segments, &parameters) }
    let rest = segments.dropFirst()
    if let tree = literals[segment], let found = tree.find(rest, &parameters) { return found }
    if !segment.isEmpty {
      for capture in captures {
        parameters.capture(capture.name, segments.prefix(1))
        if let found = capture.tree.find(rest, &parameters) { return found }
        parameters.removeLast()
      }
    }
    return findTail(segments, &parameters)
  }

  private func findTail(_ segments: ArraySlice<String>, _ parameters: inout RouteParameters) -> Value? {
    guard let tail = tails.first else { return nil }
    parameters.capture(tail.name, segments)
    return tail.value
  }
}

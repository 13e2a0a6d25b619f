/// One place in the tree of patterns.
struct RouteNode: Sendable {
  /// The handlers of one pattern.
  struct Methods: Sendable {
    fileprivate var handlers: [Method: any Handler] = [:]

    func handler(for method: Method) -> (any Handler)? {
      handlers[method] ?? (method == .head ? handlers[.get] : nil)
    }

    /// The methods for an `Allow` field (RFC 9110 §10.2.1).
    var allowed: String {
      var names = Set(handlers.keys)
      if names.contains(.get) { names.insert(.head) }
      names.insert(.options)
      return names.map(\.description).sorted().joined(separator: ", ")
    }
  }

  private struct Capture: Sendable {
    var name: String
    var node: RouteNode
  }

  private struct Tail: Sendable {
    var name: String
    var methods = Methods()
  }

  private var methods = Methods()
  private var literals: [String: RouteNode] = [:]
  private var captures: [Capture] = []
  private var tails: [Tail] = []

  mutating func insert(_ handler: any Handler, for method: Method, at parts: ArraySlice<RoutePattern.Part>) {
    switch parts.first {
    case nil: methods.handlers[method] = handler
    case .literal(let text): literals[text, default: RouteNode()].insert(handler, for: method, at: parts.dropFirst())
    case .capture(let name):
      let index = captures.firstIndex { $0.name == name } ?? captures.endIndex
      if index == captures.endIndex { captures.append(Capture(name: name, node: RouteNode())) }
      captures[index].node.insert(handler, for: method, at: parts.dropFirst())
    case .tail(let name):
      let index = tails.firstIndex { $0.name == name } ?? tails.endIndex
      if index == tails.endIndex { tails.append(Tail(name: name)) }
      tails[index].methods.handlers[method] = handler
    }
  }

  /// The handlers of the pattern that matches best, and what its captures took.
  /// - Complexity: O(number of segments) unless literals and captures lead far along both.
  func find(_ segments: ArraySlice<String>, _ parameters: inout RouteParameters) -> Methods? {
    guard let segment = segments.first else {
      if !methods.handlers.isEmpty { return methods }
      return findTail(segments, &parameters)
    }
    let rest = segments.dropFirst()
    if let node = literals[segment], let found = node.find(rest, &parameters) { return found }
    if !segment.isEmpty {
      for capture in captures {
        parameters.capture(capture.name, segments.prefix(1))
        if let found = capture.node.find(rest, &parameters) { return found }
        parameters.removeLast()
      }
    }
    return findTail(segments, &parameters)
  }

  private func findTail(_ segments: ArraySlice<String>, _ parameters: inout RouteParameters) -> Methods? {
    guard let tail = tails.first else { return nil }
    parameters.capture(tail.name, segments)
    return tail.methods
  }
}

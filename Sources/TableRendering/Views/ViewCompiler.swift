/// A nib whose tags have found the properties that fill them.
indirect enum ViewNode: Sendable {
  case literal([UInt8])
  case value(ViewPath, NibContext)
  case section(ViewPath, inverted: Bool, [ViewNode])
}

/// A property of one of the views around a tag. A class, so that a node holds one reference that is taken for each page.
final class ViewPath: Sendable {
  /// How many sections of views stand around the one that has it.
  let depth: Int
  let outlet: ViewOutlet
  /// What is left in its place if it is late.
  let slot: NibPath

  init(depth: Int, outlet: ViewOutlet, slot: NibPath) { (self.depth, self.outlet, self.slot) = (depth, outlet, slot) }
}

/// Joins the tags of a nib to the properties of a view, as Mustache looks names up: from the innermost section outwards.
struct ViewCompiler {
  private struct Scope {
    let view: any NibView.Type
    let outlets: [ViewOutlet]
  }

  private let nib: Nib
  private var scopes: [Scope] = []
  /// The scopes that were left, innermost first.
  private var left: [Scope] = []
  /// What tags and sections have named of each view; several sections may show a view between them.
  private var shown: [ObjectIdentifier: Set<String>] = [:]
  /// The texts and numbers that sections around a tag show, for `{{.}}`.
  private var contents: [ViewPath?] = []

  init(_ nib: Nib) { self.nib = nib }

  /// - Throws: `NibError` for a tag that nothing fills, and for a property that no tag shows.
  mutating func compile(_ view: any NibView.Type) throws(NibError) -> [ViewNode] {
    guard !nib.isRecursive else {
      throw NibError(nib: nib.name, line: 1, column: 1, message: "a partial includes itself; write the levels out")
    }
    let compiled = try compile(nib.nodes, in: view)
    for scope in left where !(scope.view is any EmbeddedView.Type) { try requireShown(scope) }
    return compiled
  }

  private func requireShown(_ scope: Scope) throws(NibError) {
    let names = shown[ObjectIdentifier(scope.view), default: []]
    for outlet in scope.outlets where !outlet.isEmbedded && !names.contains(outlet.name) {
      throw NibError(
        nib: nib.name, line: 1, column: 1,
        message:
          "\(scope.view) has \(outlet.name), but the nib doesn't show it: add {{\(outlet.name)}}, or remove the property"
      )
    }
  }

  private mutating func compile(_ nodes: [NibNode], in view: any NibView.Type) throws(NibError) -> [ViewNode] {
    scopes.append(Scope(view: view, outlets: ViewOutlet.all(of: view)))
    contents.append(nil)
    let compiled = try compile(nodes)
    contents.removeLast()
    left.append(scopes.removeLast())
    return compiled
  }

  private mutating func compile(_ nodes: [NibNode]) throws(NibError) -> [ViewNode] {
    var compiled: [ViewNode] = []
    for node in nodes {
      switch node {
      case .literal(let bytes): compiled.append(.literal(bytes))
      case .value(let path, let context): compiled.append(.value(try find(path), context))
      case .section(let path, let inverted, let children):
        let found = try find(path)
        compiled.append(.section(found, inverted: inverted, try compile(children, shownFor: inverted ? nil : found)))
      case .partial(let index): compiled += try compile(nib.partials[index])
      }
    }
    return compiled
  }

  private mutating func compile(_ nodes: [NibNode], shownFor path: ViewPath?) throws(NibError) -> [ViewNode] {
    guard let path else { return try compile(nodes) }
    if let view = path.outlet.type.view { return try compile(nodes, in: view) }
    contents.append(path)
    defer { contents.removeLast() }
    return try compile(nodes)
  }

  private mutating func find(_ path: NibPath) throws(NibError) -> ViewPath {
    guard let first = path.names.first else {
      if let content = contents.last ?? nil { return content }
      throw nib.mistake(atSlot: path.text, "there is no text around {{.}}: name what it shows")
    }
    for depth in scopes.indices.reversed() {
      guard var found = scopes[depth].outlets.first(where: { $0.name == first }) else { continue }
      shown[ObjectIdentifier(scopes[depth].view), default: []].insert(first)
      for name in path.names.dropFirst() {
        guard let member = found.member(name) else { throw missing(path) }
        found = member
      }
      return ViewPath(depth: depth, outlet: found, slot: path)
    }
    throw missing(path)
  }

  private func missing(_ path: NibPath) -> NibError {
    let names = Set(scopes.flatMap { $0.outlets.flatMap(\.names) }).sorted().joined(separator: ", ")
    return nib.mistake(atSlot: path.text, "unknown value \(path.text); use one of: \(names)")
  }
}

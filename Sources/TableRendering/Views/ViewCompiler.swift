/// Joins the tags of a nib to the properties of a view, as Mustache looks names up: from the innermost section outwards.
struct ViewCompiler {
  private struct Scope {
    let view: any NibView.Type
    let outlets: [ViewOutlet]
  }

  private let nib: Nib
  private var code = ViewCode()
  private var scopes: [Scope] = []
  /// The scopes that were left, innermost first.
  private var left: [Scope] = []
  /// What tags and sections have named of each view; several sections may show a view between them.
  private var shown: [ObjectIdentifier: Set<String>] = [:]
  /// The texts and numbers that sections around a tag show, for `{{.}}`.
  private var contents: [ViewPath?] = []

  init(_ nib: Nib) { self.nib = nib }

  /// - Throws: `NibError` for a tag that nothing fills, and for a property that no tag shows.
  mutating func compile(_ view: any NibView.Type) throws(NibError) -> ViewCode {
    guard !nib.isRecursive else {
      throw NibError(nib: nib.name, line: 1, column: 1, message: "a partial includes itself; write the levels out")
    }
    try compile(nib.nodes, in: view)
    code.end()
    for scope in left where !(scope.view is any EmbeddedView.Type) { try requireShown(scope) }
    return code
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

  private mutating func compile(_ nodes: [NibNode], in view: any NibView.Type) throws(NibError) {
    scopes.append(Scope(view: view, outlets: ViewOutlet.all(of: view)))
    contents.append(nil)
    try compile(nodes)
    contents.removeLast()
    left.append(scopes.removeLast())
  }

  private mutating func compile(_ nodes: [NibNode]) throws(NibError) {
    for node in nodes {
      switch node {
      case .literal(let bytes): code.add(literal: bytes)
      case .value(let path, let context): code.add(.value(context), try find(path))
      case .section(let path, let inverted, let children):
        let found = try find(path), opening = code.steps.count
        code.add(.section(inverted: inverted, next: 0), found)
        try compile(children, shownFor: inverted ? nil : found)
        code.close(inverted: inverted, openedAt: opening)
      case .partial(let index): try compile(nib.partials[index])
      }
    }
  }

  private mutating func compile(_ nodes: [NibNode], shownFor path: ViewPath?) throws(NibError) {
    guard let path else { return try compile(nodes) }
    if let view = path.type.view { return try compile(nodes, in: view) }
    contents.append(path)
    defer { contents.removeLast() }
    try compile(nodes)
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
      return ViewPath(found, depth: depth, slot: code.add(slot: path))
    }
    throw missing(path)
  }

  private func missing(_ path: NibPath) -> NibError {
    let names = Set(scopes.flatMap { $0.outlets.flatMap(\.names) }).sorted().joined(separator: ", ")
    return nib.mistake(atSlot: path.text, "unknown value \(path.text); use one of: \(names)")
  }
}

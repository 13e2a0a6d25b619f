/// A nib joined to the view that fills it: once, at the start of a server, so that a misfit shows then and a page finds each
/// value at its place in memory.
package struct ViewNib<View: NibView>: Sendable {
  private let nib: Nib
  private let nodes: [ViewNode]

  /// - Throws: `NibError` for a tag that no property fills, which says what there is; for a property that no tag shows.
  package init(_ nib: Nib) throws(NibError) {
    self.nib = nib
    var compiler = ViewCompiler(nib)
    nodes = try compiler.compile(View.self)
  }

  /// Fills the nib.
  package func write(_ view: View, into html: inout ByteSink) {
    withUnsafePointer(to: view) { pointer in
      var views = [UnsafeRawPointer(pointer)]
      Self.write(nodes, &views, into: &html)
    }
  }

  /// The filled nib, as a part of another.
  package func html(_ view: View) -> HTML { HTML { html in write(view, into: &html) } }

  /// The filled nib, as a string.
  package func string(_ view: View) -> String {
    var html = ByteSink(capacity: 4_096)
    write(view, into: &html)
    return html.string
  }

  /// The nib with everything filled in but what is late: a flat nib with a slot for each of those, named as its property.
  package func specialized(with view: View) -> Nib { nib.specialized(with: NibValue(view: view)) }

  /// - Parameter views: those around the nodes, outermost first.
  private static func write(_ nodes: [ViewNode], _ views: inout [UnsafeRawPointer], into html: inout ByteSink) {
    for node in nodes {
      switch node {
      case .literal(let bytes): bytes.withUnsafeBufferPointer { html.append($0) }
      case .value(let path, let context):
        // A list within an attribute could put an address together from several values; only the first may open it.
        if context == .address, html.lastByte != 0x22, html.lastByte != 0x27 { continue }
        path.outlet.content(in: views[path.depth])?.write(context, into: &html)
      case .section(let path, let inverted, let children):
        let view = views[path.depth]
        guard path.outlet.isShown(in: view) != inverted else { continue }
        guard !inverted, path.outlet.type.view != nil else {
          write(children, &views, into: &html)
          continue
        }
        path.outlet.forEachView(in: view) { inner in
          views.append(inner)
          write(children, &views, into: &html)
          views.removeLast()
        }
      }
    }
  }
}

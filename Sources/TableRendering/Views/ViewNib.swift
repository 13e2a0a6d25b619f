/// A nib joined to the view that fills it: once, at the start of a server, so that a misfit shows then and a page finds each
/// value at its place in memory. A class, so that pages share it by one reference.
package final class ViewNib<View: NibView>: Sendable {
  private let name: String
  private let code: ViewCode

  /// - Throws: `NibError` for a tag that no property fills, which says what there is; for a property that no tag shows.
  package init(_ nib: Nib) throws(NibError) {
    name = nib.name
    var compiler = ViewCompiler(nib)
    code = try compiler.compile(View.self)
  }

  /// Fills the nib. What is late shows nothing.
  package func write(_ view: View, into html: inout ByteSink) {
    code.withWriter(leavesSlots: false, into: &html) { writer in
      withUnsafePointer(to: view) { writer.write(from: 0, of: $0) }
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
  ///
  /// The way to make a page's frame once and fill in per request what differs. Sections that hang on a slot remain.
  /// - Parameter markers: texts that stand for others which are not known yet, as the nib has written them: each becomes a slot.
  package func specialized(with view: View, markers: [NibMarker] = []) -> Nib {
    var html = ByteSink(capacity: 4_096)
    let nodes = code.withWriter(leavesSlots: true, into: &html) { writer in
      withUnsafePointer(to: view) { writer.write(from: 0, of: $0) }
      return writer.takeNodes()
    }
    return Nib(nodes.opened(at: markers), partials: [], name: name)
  }
}

internal import Synchronization
package import TableRendering

/// A nib of the product's own pages, compiled when a page first shows it: compiling all of them is most of what a start takes, and most servers are
/// never asked for most of them.
package final class PageNib<View: NibView>: Sendable {
  private let name: String
  private let sources: [String: String]
  private let compiled = AtomicLazyReference<Compiled>()

  private final class Compiled: Sendable {
    let nib: ViewNib<View>

    init(_ nib: ViewNib<View>) { self.nib = nib }
  }

  /// - Parameter sources: nibs by their names, among them what this one shows.
  init(_ name: String, _ sources: [String: String]) {
    self.name = name
    self.sources = sources
  }

  /// The nib; whoever asks first compiles it.
  /// - Throws: `NibError`, which says where it is wrong: never for those that the product comes with, which all belong to its tests.
  package func nib() throws(NibError) -> ViewNib<View> {
    if let known = compiled.load() { return known.nib }
    let source = PageFiles.nibs[name, default: ""]
    return compiled.storeIfNil(Compiled(try ViewNib(Nib(source, named: name + ".html", partials: sources)))).nib
  }

  /// The filled nib, as a string.
  package func string(_ view: View) throws(NibError) -> String { try nib().string(view) }
}

extension Nib {
  /// Compiles a nib. `partials` are the sources that `{{> name}}` asks for, by name; `name` is what errors call the nib.
  ///
  /// A tag may not stand where its value could break out: in the name of an element or attribute, in an attribute without
  /// quotes, in `<script>` or `<style>`, in `style="…"` and `on…="…"`. Sections open and close the same tags and quotes.
  /// - Throws: `NibError`, which says where the mistake is and what to do.
  package init(_ source: String, named name: String = "nib", partials: [String: String] = [:]) throws(NibError) {
    var compiler = NibCompiler(partials: partials)
    var position = HTMLPosition()
    let nodes = try compiler.compile(Array(source.utf8), named: name, position: &position)
    self.init(nodes, partials: compiler.partials, name: name)
    places = compiler.places
  }

  init(_ nodes: [NibNode], partials: [[NibNode]], name: String) {
    let flat = NibFlattener(nodes, partials: partials)
    self.name = name
    self.nodes = nodes
    self.partials = partials
    slotNames = flat.slotNames
    code = flat.code
    isRecursive = flat.isRecursive
  }
}

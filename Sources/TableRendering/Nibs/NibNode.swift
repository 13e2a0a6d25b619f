/// A nib as a tree, as the Mustache specification tells it.
indirect enum NibNode: Sendable, Equatable {
  case literal([UInt8])
  case value(NibPath, NibContext)
  case section(NibPath, inverted: Bool, [NibNode])
  /// A position in the nib's table of partials; a partial may show itself.
  case partial(Int)
}

/// A dotted name. Empty for `{{.}}`, the value that stands on top of the context stack.
struct NibPath: Sendable, Hashable {
  let names: [String]

  /// `nil` if a part of the name is empty.
  init?(_ name: String) {
    if name == "." {
      names = []
      return
    }
    names = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if names.contains("") { return nil }
  }

  /// As it is written in a tag; the name of the slot that fills it.
  var text: String { names.isEmpty ? "." : names.joined(separator: ".") }
}

extension String {
  /// Whether two texts are the same bytes, which equal ones needn't be: `é` may be one character or two.
  package func isSpelled(like other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

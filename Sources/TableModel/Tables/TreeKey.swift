/// What makes the rows of one table a tree: each may name the row above it.
package struct TreeKey: Sendable, Hashable {
  /// The position of the column that names the row above; a null, or what names no row, stands at the top.
  package var parent: Int
  /// The field of a record that is named there: the only one of the key.
  package var key: Int

  /// A tree by the column `parent`, which holds values of the field `key`.
  package init(parent: Int, key: Int) {
    self.parent = parent
    self.key = key
  }
}

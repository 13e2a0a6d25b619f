/// A place in a file, counted from 1; columns are Unicode scalars.
package struct SourcePlace: Sendable, Hashable {
  package var line: Int
  package var column: Int

  /// A place by its line and column.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// What is kept of the rows of one call at most, so that it can be taken back.
package struct UndoLimit: Sendable {
  package var rows: Int
  package var bytes: Int

  package init(rows: Int, bytes: Int) { (self.rows, self.bytes) = (rows, bytes) }

  /// Why more rows can't be taken back.
  package var rowWords: String { "Undo is limited to \(rows) rows." }
  /// Why rows of more bytes can't.
  package var byteWords: String {
    bytes >= 1 << 20 ? "Undo is limited to \(bytes >> 20) MB." : "Undo is limited to \(bytes) bytes."
  }
}

/// The file that a database is in.
package struct DatabaseStorage: Sendable, Hashable {
  /// Where it is, which is nobody's business but the server's.
  package var path: String
  /// Its size.
  package var byteCount: Int
  /// Whether nobody changes it as long as it is served, so that a copy of the file is a copy of the data.
  package var isImmutable: Bool

  /// A file.
  package init(path: String, byteCount: Int, isImmutable: Bool) {
    (self.path, self.byteCount, self.isImmutable) = (path, byteCount, isImmutable)
  }
}

package import TableModel

/// What tells whether an answer that a client has still stands.
package struct Standing: Sendable {
  /// Its validator.
  package let tag: String
  /// The state of the data that it was made from.
  let version: DataVersion
  let source: VersionSource

  package init(tag: String, version: DataVersion, source: VersionSource) {
    (self.tag, self.version, self.source) = (tag, version, source)
  }

  /// Whether the data are another state now; `nil` if that can't be told.
  func isOver() async -> Bool? { await source.version().map { $0 != version } }
}

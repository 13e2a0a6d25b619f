package import TableModel

/// What tells whether an answer that a client has still stands.
package struct Standing: Sendable {
  /// Its validator.
  package let tag: String
  /// The state of the data that it was made from; `nil` where that isn't known, so that only another answer tells.
  package let version: DataVersion?
  let source: VersionSource

  package init(tag: String, version: DataVersion?, source: VersionSource) {
    (self.tag, self.version, self.source) = (tag, version, source)
  }

  /// What a client may call the state of the data; `nil` where it isn't known.
  package var state: String? { version.map { String($0.fingerprint, radix: 36) } }

  /// Whether the data are another state now; `nil` if that can't be told.
  func isOver() async -> Bool? { await source.version().map { $0 != version } }
}

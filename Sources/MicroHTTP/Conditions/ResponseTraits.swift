/// What of a response decides how it may be sent.
struct ResponseTraits: Sendable {
  let eTag: String?
  let lastModified: HTTPDate?
  /// Whether its type and size are such that compression pays, and nobody encoded it already.
  let isCompressible: Bool

  init(_ response: Response, _ compression: HTTPServer.Compression) {
    eTag = response.headers[.eTag]
    lastModified = response.headers[.lastModified].flatMap { HTTPDate($0) }
    isCompressible =
      compression.isEnabled && response.status == .ok && !response.headers.contains(.contentEncoding)
      && (response.body.knownMemorySize ?? 0) >= compression.minimumSize
      && MediaType.isCompressible(response.headers[.contentType] ?? "")
  }

  var hasValidators: Bool { eTag != nil || lastModified != nil }
}

extension Body {
  /// How many bytes there are, if they are all in memory; `nil` for files, streams and what is prepared already.
  package var knownMemorySize: Int? {
    switch storage {
    case .empty: 0
    case .text(let text): text.utf8.count
    case .bytes(let bytes): bytes.count
    case .adopted(let buffer): buffer.count
    case .file, .stream, .prepared: nil
    }
  }

  /// How many bytes there are, in memory or in a file.
  var knownSize: Int? {
    if case .file(let file) = storage { file.count } else { knownMemorySize }
  }
}

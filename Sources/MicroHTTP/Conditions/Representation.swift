internal import TextCoding

/// A response in the form that a request gets: what is sent, but for what the server itself adds.
struct Representation {
  var status: Status
  var headers: [Header]
  var body: Body.Storage
  /// Of a response without its content: how long that would be, if that is known.
  var contentSize: Int?

  /// - Parameter compressor: makes the compressed form, where one is wanted.
  init(
    _ response: borrowing Response, _ traits: ResponseTraits, _ negotiation: Negotiation, _ compressor: GzipCompressor
  ) {
    status = response.status
    headers = response.headers
    body = response.body.storage
    // Nearly never is there one, and then the array is not copied.
    if headers.indices.contains(where: { Self.isOwnField(headers[$0].name) }) {
      headers.removeAll { Self.ownFields.contains($0.name) }
    }
    if traits.isCompressible { addVary() }
    if negotiation.isCompressed, let eTag = traits.eTag { headers.set(.eTag, EntityTag.weakened(eTag)) }
    if negotiation.isNotModified {
      status = .notModified
      body = .empty
      // That of the content as it is, which the server may choose to send whatever the client takes (RFC 9110 §12.5.3): what it would be compressed
      // isn't known, and what has no length ends the connection.
      contentSize = response.body.knownSize
      // RFC 9110 §15.4.5: what describes the content stays out, since the client has it.
      headers.removeAll {
        Self.contentFields.contains($0.name) || ($0.name == .lastModified && traits.eTag != nil)
      }
    } else if status.forbidsBody {
      body = .empty
      headers.removeAll { Self.contentFields.contains($0.name) }
    } else if negotiation.isCompressed {
      compress(compressor, eTag: traits.eTag)
    }
  }

  /// A failure as it stands: small, and never the same twice.
  init(_ failure: HTTPError) {
    let response = failure.response
    (status, headers, body) = (response.status, response.headers, response.body.storage)
  }

  private static let ownFields: [HeaderName] = [.contentLength, .connection, .date, .transferEncoding]
  /// The lengths of their names, as bits: nearly all other names are told by theirs.
  private static let ownLengths = ownFields.reduce(UInt64(0)) { $0 | 1 << UInt64($1.description.utf8.count) }
  private static func isOwnField(_ name: HeaderName) -> Bool {
    ownLengths >> UInt64(name.description.utf8.count) & 1 == 1 && ownFields.contains(name)
  }
  private static let contentFields: [HeaderName] = [.contentType, .contentEncoding, .contentRange]

  private mutating func addVary() {
    guard let vary = headers[.vary] else { return headers.append(Header(.vary, "Accept-Encoding")) }
    // A handler that has many answers names it itself, at the end, and the list needn't be taken apart.
    if vary.hasSuffix(", Accept-Encoding") { return }
    let names = vary.split(separator: ",").map(\.trimmingBlanks)
    if names.contains(where: { $0 == "*" || $0.equalsIgnoringCase("Accept-Encoding") }) { return }
    headers.set(.vary, vary + ", Accept-Encoding")
  }

  private mutating func compress(_ compressor: GzipCompressor, eTag: String?) {
    let compressed: AdoptedBuffer?
    switch body {
    case .text(var text): compressed = text.withUTF8 { compressor.compress(UnsafeRawBufferPointer($0)) }
    case .bytes(let bytes): compressed = bytes.withUnsafeBytes { compressor.compress($0) }
    // The block stays as long as `buffer` does, which is until the end of the call.
    case .adopted(let buffer):
      compressed = compressor.compress(
        UnsafeRawBufferPointer(start: buffer.bytes, count: buffer.count), keeping: buffer.kept)
    case .empty, .file, .stream, .prepared: compressed = nil
    }
    if let compressed {
      body = .adopted(compressed)
      headers.append(Header(.contentEncoding, "gzip"))
    } else if let eTag {
      headers.set(.eTag, eTag)
    }
  }
}

extension Representation {
  /// Whether libmicrohttpd 0.9.75 sends the last of the chunks that it announces, though it sends no content: to the client that is how the next
  /// answer begins, so that there must be none.
  func endsWithChunk(for method: Method) -> Bool {
    guard status == .notModified else {
      if case .stream = body { return method == .head }
      return false
    }
    return contentSize == nil
  }
}

internal import Glibc

/// A file as it was found: its hash, and its content in memory if it is small.
final class ServedFile: Sendable {
  /// Files up to so many bytes are kept in memory.
  static let memoryLimit = 512 * 1024

  /// `nil` for a file that is in memory alone.
  let stamp: FileStamp?
  private let size: Int
  /// Tells one content from another; 16 hexadecimal digits.
  let hash: String
  /// Tells the versions of the file apart, and is short: a page names its sprite for each icon.
  let version: Substring
  private let content: Body.Storage
  private let headers: [Header]
  private let revalidated: PreparedResponse
  private let immutable: PreparedResponse

  /// Reads a file, and takes over its descriptor. Nil if it cannot be read to its end.
  convenience init?(_ descriptor: Int32, _ stamp: FileStamp, name: String) {
    let file = FileContent(descriptor: descriptor, count: stamp.size)
    guard let hash = Self.hash(of: file) else { return nil }
    let content =
      stamp.size <= Self.memoryLimit ? Body.Storage.bytes(Body.Storage.file(file).collected) : .file(file)
    self.init(content, size: stamp.size, hash: hash, stamp, name: name)
  }

  /// Files that are in memory, with one version: they change together, and a page that names many of them is shorter when they share one.
  static func included(_ contents: [String: [UInt8]]) -> [String: ServedFile] {
    let hashed = contents.sorted { $0.key < $1.key }.map { name, content in
      var hash = ContentHash()
      content.withUnsafeBytes { hash.add($0) }
      return (name: name, content: content, hash: hash.digits)
    }
    var together = ContentHash()
    for file in hashed { Array((file.name + file.hash).utf8).withUnsafeBytes { together.add($0) } }
    let version = together.digits
    return hashed.reduce(into: [:]) { files, file in
      files[file.name] = ServedFile(
        .bytes(file.content), size: file.content.count, hash: file.hash, version: version, nil, name: file.name)
    }
  }

  private init(
    _ content: Body.Storage, size: Int, hash: String, version: String? = nil, _ stamp: FileStamp?, name: String
  ) {
    self.stamp = stamp
    self.size = size
    self.hash = hash
    self.version = (version ?? hash).suffix(8)
    self.content = content
    var headers = [
      Header(.contentType, MediaType.ofFile(named: name)), Header(.eTag, "\"\(hash)\""),
      Header(.acceptRanges, "bytes"), Header(.xContentTypeOptions, "nosniff"),
    ]
    if let stamp { headers.append(Header(.lastModified, HTTPDate(seconds: stamp.modified).description)) }
    self.headers = headers
    let body = Body(content)
    let revalidate = [Header(.cacheControl, Self.revalidate)]
    revalidated = Response(headers: headers + revalidate, body: body).prepared()
    immutable = Response(headers: headers + [Header(.cacheControl, Self.forever)], body: body).prepared()
  }

  private static let revalidate = "no-cache"
  /// A year, which is as good as for ever (RFC 9111 §5.3 advises no more), and RFC 8246's promise.
  private static let forever = "public, max-age=31536000, immutable"

  func response(to request: Request, isImmutable: Bool) throws -> Response {
    if let field = request.header("Range"), request.method == .get, rangeIsWanted(request) {
      switch ByteRange.parse(field, size: size) {
      case .whole: break
      case .part(let range): return part(range, isImmutable)
      case .unsatisfiable:
        throw HTTPError(
          .rangeNotSatisfiable, "The file has \(size) bytes.", headers: [Header(.contentRange, "bytes */\(size)")])
      }
    }
    return Response(isImmutable ? immutable : revalidated)
  }

  /// RFC 9110 §13.1.5: with `If-Range`, a part is wanted only of the content that the client has a part of.
  private func rangeIsWanted(_ request: Request) -> Bool {
    guard let condition = request.header("If-Range") else { return true }
    return condition == headers[.eTag] || condition == headers[.lastModified]
  }

  private func part(_ range: Range<Int>, _ isImmutable: Bool) -> Response {
    var headers = headers
    headers.append(Header(.cacheControl, isImmutable ? Self.forever : Self.revalidate))
    // What the whole would have (RFC 9110 section 15.3.7).
    if MediaType.isCompressible(headers[.contentType] ?? "") { headers.append(Header(.vary, "Accept-Encoding")) }
    headers.append(Header(.contentRange, "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"))
    let body: Body.Storage
    switch content {
    case .file(let file):
      // A descriptor of its own for each part: a response closes the one that it has.
      let copy = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
      guard copy >= 0 else { return HTTPError(.serviceUnavailable).response }
      body = .file(FileContent(descriptor: copy, offset: range.lowerBound, count: range.count))
    case .bytes(let bytes): body = .bytes(Array(bytes[range]))
    default: body = .empty
    }
    return Response(status: .partialContent, headers: headers, body: Body(body))
  }

  /// The hash of a file's content, read in blocks.
  private static func hash(of file: FileContent) -> String? {
    var hash = ContentHash()
    var block = [UInt8](repeating: 0, count: 64 * 1024)
    var offset = 0
    while offset < file.count {
      let count = pread(file.descriptor, &block, block.count, offset)
      guard count > 0 else { return nil }
      block.withUnsafeBytes { hash.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      offset += count
    }
    return hash.digits
  }
}

extension ContentHash {
  /// 16 hexadecimal digits.
  fileprivate var digits: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

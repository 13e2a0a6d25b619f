internal import TextCoding

/// Serves the files of a folder, and nothing outside it.
///
/// A path names a file by its segments. What begins with a dot is not served, nor is anything reached by a symbolic
/// link. Small files are kept in memory, compressed where that pays, and looked at again when they change.
/// Every answer has validators; one to a URL of `address(of:)` may be kept for ever, any other is revalidated.
public struct StaticFiles: Handler {
  private let prefix: [String]
  private let urlPrefix: String
  private let cache: FileCache

  /// Serves a folder under a path.
  /// - Throws: `ServerError.unreadable` if the folder cannot be opened.
  public init(folder: String, urlPrefix: String = "/") throws(ServerError) {
    try self.init(included: [:], folder: folder, urlPrefix: urlPrefix)
  }

  /// Serves files that are in memory, by their paths, under a path; with a folder also its files, which take the place of those of the same path.
  /// - Throws: `ServerError.unreadable` if the folder cannot be opened.
  package init(included: [String: [UInt8]], folder: String?, urlPrefix: String) throws(ServerError) {
    cache = try FileCache(folder: folder, included: included)
    prefix = urlPrefix.split(separator: "/").map(String.init)
    self.urlPrefix = prefix.isEmpty ? "/" : "/" + prefix.joined(separator: "/") + "/"
  }

  /// The path and query of a file's present content, for use in pages: such a URL may be kept for ever. Nil if there is no
  /// such file. `name` is the path within the folder, without a slash at its start.
  package func address(of name: String) -> String? {
    let segments = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let file = cache.file(segments[...]) else { return nil }
    return urlPrefix + segments.map(PercentEncoding.encode).joined(separator: "/") + "?v=" + file.version
  }

  /// Answers with the file that the request's path names; a path that ends with a slash names its `index.html`.
  /// - Throws: `HTTPError` 404, 405, or 416.
  public func respond(to request: Request) async throws -> Response {
    guard request.method == .get || request.method == .head else {
      let allow = Header(.allow, "GET, HEAD, OPTIONS")
      if request.method == .options { return Response(status: .noContent, headers: [allow]) }
      throw HTTPError(.methodNotAllowed, "Files are read-only.", headers: [allow])
    }
    let path = request.path
    guard path.segments.starts(with: prefix) else { throw Self.missing }
    var segments = path.segments.dropFirst(prefix.count)
    if path.hasTrailingSlash || segments.isEmpty { segments.append("index.html") }
    guard let file = cache.file(segments) else { throw Self.missing }
    let isHashed = request.rawQuery == "v=" + file.version
    return try file.response(to: request, isImmutable: isHashed)
  }

  private static var missing: HTTPError { HTTPError(.notFound, "File not found.") }
}

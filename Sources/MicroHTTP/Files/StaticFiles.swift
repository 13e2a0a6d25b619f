/// Serves the files of a folder.
public struct StaticFiles: Handler {
  let folder: String

  /// Serves a folder.
  /// - Throws: `ServerError` if the folder cannot be read.
  public init(folder: String, urlPrefix: String = "/") throws(ServerError) {
    self.folder = folder
  }

  /// The path of a file, with its content's hash in it, for use in pages: such a URL may be kept for ever.
  public func address(of name: String) -> String? { nil }

  /// Answers with the file that the request's path names.
  public func respond(to request: Request) async throws -> Response {
    throw HTTPError(.notFound)
  }
}

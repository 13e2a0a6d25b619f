import Hummingbird
import Logging
import NIOCore

/// Serves one page of the table of events: 50 rows behind a key.
@main
struct PageByHand {
  /// Arguments: the database, and the port to listen on.
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let port = Int(arguments[2]) else { return }
    let readers = EventReaders(path: arguments[1])
    let router = Router()
    router.get("/events/events") { request, _ in
      guard let key = request.uri.queryParameters.get("after", as: Int64.self) else { throw HTTPError(.badRequest) }
      let page = try readers.withReader { try EventPage(of: $0, after: key) }
      return Response(
        status: .ok, headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-cache"],
        body: ResponseBody(byteBuffer: page.html))
    }
    let configuration = ApplicationConfiguration(address: .hostname("127.0.0.1", port: port))
    let logger = Logger(label: "PageByHand") { _ in SwiftLogNoOpLogHandler() }
    try await Application(router: router, configuration: configuration, logger: logger).runService()
  }
}

import Foundation
import Logging
import MicroHTTP
import MicroHTTPTesting
import ServiceLifecycle
import TablePages
import Testing
import UnixSignals

// What follows up to the tests stands in the article as it is here, without `private`.

private struct Town: CellViewModel { let id: RowKey, name: String }

private func towns() async throws -> TableServer {
  var site = Site()
  site.options.basePath = "/data"
  let table = try MemoryTable("Towns", columns: [.init("name", \.name)], rows: [Town(id: 1, name: "Oslo")])
  site.mount(table, at: "/towns")
  return try await TableServer(site)
}

private func application(_ tables: TableServer) throws -> Router {
  var router = Router()
  try router.get("/hello") { _ in Response(body: .text("Hello!\n")) }
  router.otherwise(tables.behind(NoIndexing()))
  return router
}

private struct NoIndexing: Middleware {
  func respond(to request: Request, next: any Handler) async throws -> Response {
    var response = try await next.respond(to: request)
    response.headers.append(Header("X-Robots-Tag", "noindex"))
    return response
  }
}

private func run(_ handler: any Handler, on address: BindAddress, beside services: [any Service]) async throws {
  let configuration = HTTPServer.Configuration(addresses: [address])
  let server = try HTTPServer(configuration: configuration, handler: handler)
  let group = ServiceGroup(
    services: services + [server], gracefulShutdownSignals: [.sigterm, .sigint], logger: Logger(label: "application"))
  try await group.run()
}

private func measured(_ site: Site) async throws -> HTTPServer {
  let metrics = PrometheusMetrics()
  var configuration = HTTPServer.Configuration()
  configuration.metrics = metrics.factory
  return try HTTPServer(configuration: configuration, handler: try await TableServer(site, metrics: metrics.factory))
}

/// The examples of the article about embedding.
@Suite struct EmbeddingTests {
  @Test func theExamplesOfTheArticleAreThese() throws {
    let own = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8).replacing("private ", with: "")
    let blocks = try SiteUnderTest.blocks("swift", of: "Sources/TablePages/TablePages.docc/Embedding.md")
    #expect(blocks.count == 5)
    for block in blocks {
      let code = block.split(separator: "\n", omittingEmptySubsequences: false)
        .drop { $0.hasPrefix("import ") || $0.isEmpty }.joined(separator: "\n")
      #expect(own.contains(code), "\(block)")
    }
  }

  @Test func routesStandBesideTables() async throws {
    let client = TestClient.inProcess(try await application(towns()))
    #expect(try await client.get("/hello").text == "Hello!\n")
    let page = try await client.get("/data/towns")
    #expect(page.text.contains("Oslo") && page.text.contains("/data/-/static/"))
    #expect(page["X-Robots-Tag"] == "noindex")
    #expect(try await client.get("/towns").status == .notFound)
  }

  @Test func aGroupOfServicesRunsTheServerUntilItIsCancelled() async throws {
    let handler = try await application(towns())
    let running = Task { try await run(handler, on: .tcp(host: "127.0.0.1", port: 0), beside: []) }
    running.cancel()
    _ = await running.result
  }
}

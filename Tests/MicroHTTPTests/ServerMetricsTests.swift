import MetricsText
import MicroHTTP
import MicroHTTPTesting
import Testing

private let handler = ClosureHandler { request in
  request.target == "/ok" ? Response(body: .text("12345")) : HTTPError(.notFound).response
}

@Test func countsWhatItDoes() async throws {
  let metrics = PrometheusMetrics()
  let configuration = testConfiguration { $0.metrics = metrics.factory }
  try await LiveServer.with(handler, configuration: configuration) { server in
    for target in ["/ok", "/ok", "/missing"] { _ = try await server.client.get(target) }
    // A request is counted when libmicrohttpd has let go of it, which is after its client has the answer.
    for _ in 0..<3_000 where metrics.value("http_request_duration_seconds_count") != 3 {
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(metrics.value("http_requests_total") == 3)
    #expect(server.server.statistics.requestsInFlight == 0)
    #expect((1...5).map { metrics.value("http_responses_total{class=\"\($0)xx\"}") } == [0, 2, 0, 1, 0])
    #expect(metrics.value("http_body_bytes_sent_total") == 10 + HTTPError(.notFound).message.utf8.count + 1)
    #expect(metrics.value("http_connections_accepted_total") == 3)
    #expect(metrics.value("http_request_duration_seconds_count") == 3)
  }
}

@Test func tellsHowManyConnectionsAreOpen() async throws {
  let metrics = PrometheusMetrics()
  let configuration = testConfiguration { $0.metrics = metrics.factory }
  try await LiveServer.with(handler, configuration: configuration) { server in
    let connection = try await server.connect()
    for _ in 0..<3_000 where metrics.value("http_connections") != 1 { try await Task.sleep(for: .milliseconds(20)) }
    #expect(metrics.value("http_connections") == 1)
    connection.close()
    for _ in 0..<3_000 where metrics.value("http_connections") != 0 { try await Task.sleep(for: .milliseconds(20)) }
    #expect(metrics.value("http_connections") == 0)
  }
}

@Test func eachMetricSaysWhatItIs() {
  #expect(ServerMetric.allCases.allSatisfy { $0.summary.hasSuffix(".") })
}

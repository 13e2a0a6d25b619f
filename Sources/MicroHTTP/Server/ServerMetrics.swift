internal import CoreMetrics

/// What a server counts through swift-metrics, by the names that it has there.
package enum ServerMetric: String, CaseIterable {
  case requests = "http_requests_total"
  case responses = "http_responses_total"
  case duration = "http_request_duration_seconds"
  case inFlight = "http_requests_in_flight"
  case bodyBytes = "http_body_bytes_sent_total"
  case connections = "http_connections"
  case accepted = "http_connections_accepted_total"
  case refused = "http_connections_refused_total"
  case timedOut = "http_connections_timed_out_total"

  /// A sentence about it.
  package var summary: String {
    switch self {
    case .requests: "Requests handled."
    case .responses: "Responses by status class."
    case .duration: "Time from the request line to the last byte of the response."
    case .inFlight: "Requests in flight."
    case .bodyBytes: "Response body bytes sent."
    case .connections: "Open connections."
    case .accepted: "Connections accepted."
    case .refused: "Connections refused at the limit."
    case .timedOut: "Connections timed out."
    }
  }
}

/// The metrics of one server.
struct ServerMetrics: Sendable {
  let accepted, refused, timedOut: Counter
  private let requests, bodyBytes: Counter
  /// By the first digit of their status, 1 to 5.
  private let responses: [Counter]
  private let duration: Timer
  private let inFlight, connections: Meter
  /// Whether anybody collects them.
  private let areCollected: Bool

  init(_ factory: any MetricsFactory) {
    func counter(_ metric: ServerMetric, _ dimensions: [(String, String)] = []) -> Counter {
      Counter(label: metric.rawValue, dimensions: dimensions, factory: factory)
    }
    areCollected = !(factory is NOOPMetricsHandler)
    requests = counter(.requests)
    responses = (1...5).map { counter(.responses, [("class", "\($0)xx")]) }
    bodyBytes = counter(.bodyBytes)
    accepted = counter(.accepted)
    refused = counter(.refused)
    timedOut = counter(.timedOut)
    duration = Timer(label: ServerMetric.duration.rawValue, factory: factory)
    inFlight = Meter(label: ServerMetric.inFlight.rawValue, factory: factory)
    connections = Meter(label: ServerMetric.connections.rawValue, factory: factory)
  }

  /// Counts a request that has its answer, or was given up.
  func count(_ exchange: Exchange) {
    guard areCollected else { return }
    requests.increment()
    let place = Int(exchange.sentStatus / 100) - 1
    if responses.indices.contains(place) { responses[place].increment() }
    if exchange.bodyBytes > 0 { bodyBytes.increment(by: Int64(exchange.bodyBytes)) }
    duration.recordNanoseconds(Int64(clamping: (ContinuousClock.now - exchange.receivedAt).nanoseconds))
  }

  /// Tells how much there is of what comes and goes.
  func tell(_ statistics: ServerStatistics) {
    guard areCollected else { return }
    inFlight.set(Int64(statistics.requestsInFlight))
    connections.set(Int64(statistics.connections))
  }
}

internal import MicroHTTP
import TableRendering

/// What the server has done, in the text format that Prometheus reads
/// (https://prometheus.io/docs/instrumenting/exposition_formats/).
enum MetricsText {
  static func text(pages: (hits: Int, misses: Int), cells: [ReuseCount], server: ServerStatistics?) -> String {
    var text = ""
    func add(_ name: String, _ help: String, type: String = "counter", _ samples: [(labels: String, value: Int)]) {
      text += "# HELP tablepages_\(name) \(help)\n# TYPE tablepages_\(name) \(type)\n"
      for sample in samples { text += "tablepages_\(name)\(sample.labels) \(sample.value)\n" }
    }
    let names = Set(cells.map(\.reuseIdentifier)).sorted()
    func cellSamples(_ value: (ReuseCount) -> Int) -> [(labels: String, value: Int)] {
      names.map { name in
        ("{cell=\"\(name)\"}", cells.reduce(0) { $0 + ($1.reuseIdentifier == name ? value($1) : 0) })
      }
    }
    add("cells_created_total", "Cells created; each is reused for all rows.", cellSamples(\.created))
    add("cells_dequeued_total", "Cells dequeued to draw a row.", cellSamples(\.dequeued))
    add("page_cache_hits_total", "Requests answered from the page cache.", [("", pages.hits)])
    add("page_cache_misses_total", "Requests that missed the page cache.", [("", pages.misses)])
    guard let server else { return text }
    add("http_requests_total", "Requests handled.", [("", server.requests)])
    add(
      "http_responses_total", "Responses by status class.",
      server.responsesByClass.enumerated().map { ("{class=\"\($0.offset + 1)xx\"}", $0.element) })
    add(
      "http_requests_in_flight", "Requests in flight.", type: "gauge",
      [("", server.requestsInFlight)])
    add("http_connections", "Open connections.", type: "gauge", [("", server.connections)])
    add("http_connections_accepted_total", "Connections accepted.", [("", server.connectionsAccepted)])
    add(
      "http_connections_refused_total", "Connections refused at the limit.",
      [("", server.connectionsRefused)])
    add("http_connections_timed_out_total", "Connections timed out.", [("", server.connectionsTimedOut)])
    add("http_body_bytes_sent_total", "Response body bytes sent.", [("", server.bodyBytesSent)])
    return text
  }
}

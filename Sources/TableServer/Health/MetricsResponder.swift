internal import CoreMetrics
import MetricsText
internal import MicroHTTP
import SitePages

/// Answers what was counted, where this program is the one that collects it.
struct MetricsResponder {
  let metrics: any MetricsFactory

  func answer() throws(HTTPProblem) -> Response {
    guard let collected = metrics as? PrometheusRegistry else {
      throw HTTPProblem(
        status: 404, messages: ["Metrics not found"],
        heading: "The application that serves this site collects its metrics")
    }
    let type = "text/plain; version=0.0.4; charset=utf-8"
    return Response(
      headers: [Header(.cacheControl, "no-store")], body: .text(collected.text, contentType: type))
  }
}

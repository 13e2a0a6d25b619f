internal import HTTPTypes
internal import Tracing

/// Follows requests through this program and on from those that they came through, by swift-distributed-tracing: a span for each, which
/// goes on with the trace that the request's headers name (https://www.w3.org/TR/trace-context/).
///
/// What the spans say follows https://opentelemetry.io/docs/specs/semconv/http/http-spans/.
struct RequestTracing: Sendable {
  private let tracer: any Tracer

  /// `nil` where nobody traces.
  init?(_ tracer: any Tracer) {
    guard !(tracer is NoOpTracer) else { return nil }
    self.tracer = tracer
  }

  /// Answers a request within its span.
  nonisolated(nonsending) func span(
    of request: Request, _ answer: nonisolated(nonsending) (Request) async -> Response
  ) async -> Response {
    let span = start(request)
    let response = await InstrumentationContext.$current.withValue(span.context) { await answer(request) }
    end(span, response)
    return response
  }

  /// Notes a request whose answer was ready.
  func note(_ request: Request, _ response: Response) { end(start(request), response) }

  private func start(_ request: Request) -> any Span {
    var context = InstrumentationContext.topLevel
    tracer.extract(request, into: &context, using: HeaderExtractor())
    let span = tracer.startAnySpan("\(request.method)", context: context, ofKind: .server)
    let attributes: [(String, String)] = [
      ("http.request.method", "\(request.method)"), ("url.path", "\(request.context.target.rawPath)"),
      ("url.scheme", request.isSecure ? "https" : "http"), ("client.address", "\(request.client)"),
      ("request.id", request.id),
    ]
    for (name, value) in attributes { span.attributes[name] = value }
    if let host = request.host { span.attributes["server.address"] = host }
    return span
  }

  private func end(_ span: any Span, _ response: Response) {
    let status = Int64(response.status.code)
    span.attributes["http.response.status_code"] = status
    if status >= 500 { span.setStatus(SpanStatus(code: .error)) }
    span.end()
  }
}

/// Finds what tracers ask for in a request's headers.
private struct HeaderExtractor: Extractor {
  func extract(key: String, from request: Request) -> String? {
    HTTPField.Name(key).flatMap { request.headerFields[$0] }
  }
}

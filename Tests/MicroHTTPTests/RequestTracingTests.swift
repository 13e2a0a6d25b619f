import InMemoryTracing
import MicroHTTP
import MicroHTTPTesting
import Testing
import Tracing

/// What the handler sees of the trace.
private let handler = ClosureHandler { request in
  let context = InstrumentationContext.current?.inMemorySpanContext
  if request.target == "/broken" { throw HTTPError(.internalServerError) }
  return Response(body: .text("\(context?.traceID ?? "none") \(context?.parentSpanID ?? "none")"))
}

private struct Ready: Handler {
  func readyResponse(to request: Request) -> Response? { Response(body: .text("ready")) }
  func respond(to request: Request) async throws -> Response { Response(body: .text("late")) }
}

@Test(arguments: TestClient.Transport.allCases)
func eachRequestIsASpanOfTheTraceThatItCameFrom(over transport: TestClient.Transport) async throws {
  let tracer = InMemoryTracer()
  let configuration = testConfiguration { $0.tracer = tracer }
  try await TestClient.with(handler, over: transport, configuration: configuration) { client in
    let headers = [InMemoryTracer.traceIDKey: "trace-7", InMemoryTracer.spanIDKey: "span-1"]
    #expect(try await client.get("/page?a=b", headers: headers).text == "trace-7 span-1")
    _ = try await client.get("/broken")
    let spans = tracer.finishedSpans
    try #require(spans.count == 2)
    #expect(spans[0].operationName == "GET" && spans[0].kind == .server && spans[0].traceID == "trace-7")
    #expect(spans[0].attributes.get("url.path") == .string("/page"))
    #expect(spans[0].attributes.get("http.response.status_code") == .int64(200))
    #expect(spans[0].status == nil)
    #expect(spans[1].attributes.get("http.response.status_code") == .int64(500))
    #expect(spans[1].status?.code == .error && spans[1].traceID != "trace-7")
    #expect(tracer.activeSpans.isEmpty)
  }
}

@Test(arguments: TestClient.Transport.allCases)
func answersThatAreReadyAreSpansToo(over transport: TestClient.Transport) async throws {
  let tracer = InMemoryTracer()
  let configuration = testConfiguration { $0.tracer = tracer }
  try await TestClient.with(Ready(), over: transport, configuration: configuration) { client in
    let answer = try await client.get("/")
    #expect(answer.text == "ready")
    #expect(tracer.finishedSpans.map { $0.operationName } == ["GET"])
  }
}

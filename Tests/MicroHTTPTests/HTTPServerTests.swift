import MicroHTTP
import HTTPTypes
import MicroHTTPTesting
import Testing

/// Answers what it understood of a request, so that tests can see it.
let echo = ClosureHandler { request in
  var text = "\(request.method) \(request.path.segments) trailing=\(request.path.hasTrailingSlash) \(request.target)\n"
  for item in request.query { text += "query \(item.name)=\(item.value)\n" }
  for field in request.headerFields { text += "header \(field.name.rawName)=\(field.value)\n" }
  text += "body \(request.body.count) \(String(decoding: request.body.prefix(40), as: UTF8.self))\n"
  return Response(body: .text(text))
}

@Test(arguments: TestClient.Transport.allCases)
func answersARequest(over transport: TestClient.Transport) async throws {
  try await TestClient.with(echo, over: transport) { client in
    let response = try await client.get("/a%2Fb/c/?x=1+2&y=%2B", headers: ["X-Test": "yes"])
    #expect(response.status == .ok)
    #expect(response["Content-Type"] == "text/plain; charset=utf-8")
    #expect(response["Content-Length"] == "\(response.body.count)")
    #expect(response.text.contains(#"GET ["a/b", "c"] trailing=true /a%2Fb/c/?x=1+2&y=%2B"#))
    #expect(response.text.contains("query x=1 2\nquery y=+\n"))
    #expect(response.text.contains("header X-Test=yes\n"))
  }
}

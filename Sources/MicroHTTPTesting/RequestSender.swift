import HTTPTypes
import MicroHTTP

/// Carries requests for a `TestClient`.
protocol RequestSender: Sendable {
  func send(
    _ method: Method, _ target: String, headers: [(String, String)], body: [UInt8]
  ) async throws -> TestResponse
}

/// Calls the server's pipeline in this process.
struct InProcessSender: RequestSender {
  let server: InProcessServer

  func send(
    _ method: Method, _ target: String, headers: [(String, String)], body: [UInt8]
  ) async throws -> TestResponse {
    let fields = headers.compactMap { name, value in HeaderName(name).map { Header($0, value) } }
    let answer = await server.respond(method, target, headers: fields, body: body)
    var headers = HTTPFields()
    for header in answer.headers {
      if let name = HTTPField.Name(header.name.description) {
        headers.append(HTTPField(name: name, value: header.value))
      }
    }
    return TestResponse(status: answer.status, headers: headers, body: answer.body)
  }
}

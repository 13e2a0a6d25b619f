import Foundation
import MicroHTTPTesting
import Testing

@testable import MicroHTTP

/// What is sent of answers without their content.
@Suite struct RepresentationTests {
  private static let text = String(repeating: "a text that is worth compressing ", count: 200)
  private static let tagged = Response(headers: [Header(.eTag, "\"v1\"")], body: .text(text))
  private static let prepared = tagged.prepared()

  private let handler = ClosureHandler { request in
    switch request.target {
    case "/text": Self.tagged
    case "/prepared": Response(Self.prepared)
    case "/headed":
      {
        var response = Response(Self.prepared)
        response.headers.append(Header(.serverTiming, "total;dur=1"))
        return response
      }()
    default:
      Response(
        headers: [Header(.eTag, "\"v1\"")],
        body: .stream(contentType: "text/csv") { try await $0.write(Array("a,b\r\n".utf8)) })
    }
  }

  private static func request(_ method: String, _ target: String, _ headers: String = "") -> String {
    "\(method) \(target) HTTP/1.1\r\nHost: x\r\n\(headers)\r\n"
  }

  /// Else it were the beginning of the next answer on the connection.
  @Test(
    arguments: ["/text", "/prepared", "/headed", "/stream"],
    [("GET", "If-None-Match: \"v1\"\r\n"), ("HEAD", ""), ("HEAD", "If-None-Match: \"v1\"\r\n")])
  func nothingFollows(target: String, _ request: (method: String, condition: String)) async throws {
    try await LiveServer.with(handler) { server in
      for accepted in ["", "Accept-Encoding: gzip\r\n"] {
        let connection = try await server.connect()
        let headers = request.condition + accepted
        for _ in 0..<3 {
          try await connection.send(Self.request(request.method, target, headers))
          let (bytes, isClosed) = try await connection.everything()
          let answer = String(decoding: bytes, as: UTF8.self)
          #expect(answer.hasPrefix(request.condition.isEmpty ? "HTTP/1.1 200" : "HTTP/1.1 304"))
          #expect(isClosed || answer.hasSuffix("\r\n\r\n") && answer.components(separatedBy: "\r\n\r\n").count == 2)
          // What has a length leaves the connection open for others.
          #expect(isClosed == (target == "/stream"), "\(answer)")
          if isClosed { break }
        }
      }
    }
  }
}

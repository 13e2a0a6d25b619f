import MicroHTTP
import MicroHTTPTesting
import Testing

private struct Order: Codable, Equatable {
  var product: String
  var count: Int
  var notes: [String]?
}

private let handler = ClosureHandler { request in
  var order = try request.json(Order.self)
  order.count += 1
  return try .json(order, status: .created)
}

@Test(arguments: TestClient.Transport.allCases)
func valuesAreReadAndWrittenAsJSON(over transport: TestClient.Transport) async throws {
  try await TestClient.with(handler, over: transport) { client in
    for type in ["application/json; charset=utf-8", "application/order+json"] {
      let answer = try await client.post(
        "/", #"{"product":"a/b","count":1,"notes":["ä"]}"#, headers: ["Content-Type": type])
      #expect(answer.status == .created && answer["Content-Type"] == "application/json")
      #expect(answer.text == #"{"count":2,"notes":["ä"],"product":"a/b"}"#)
    }
  }
}

@Test(
  arguments: [
    (#"{"product":"a"}"#, "count is missing."), (#"{"product":"a","count":"1"}"#, "count is of another type."),
    (#"{"product":"a","count":1,"notes":[1]}"#, "notes.0 is of another type."), ("{", "it is not JSON."),
    (#"{"product":null,"count":1}"#, "product is null."), ("", "it is not JSON."),
  ])
func whatCantBeReadIsSaidWhere(_ body: String, _ sentence: String) async throws {
  let answer = try await TestClient.inProcess(handler).post("/", body)
  #expect(answer.status == .badRequest && answer.text == "Invalid JSON: \(sentence)\n")
}

@Test func whatCallsItselfSomethingElseIsNoJSON() async throws {
  let answer = try await TestClient.inProcess(handler).post("/", "{}", headers: ["Content-Type": "text/plain"])
  #expect(answer.status == .unsupportedMediaType)
}

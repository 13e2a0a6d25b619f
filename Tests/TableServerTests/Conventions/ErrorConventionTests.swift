import MicroHTTP
import MicroHTTPTesting
import TableServer
import Testing

/// "Errors".
@Suite struct ErrorConventionTests {
  @Test(arguments: [
    ("/nope.json", 404, "Database not found"), ("/odd/nope.json", 404, "Table not found"),
    ("/odd/kind/99.json", 404, "Record not found"), ("/odd/pair/x,y.json", 404, "Record not found"),
    ("/odd/kind.json?nope=1&_size=x", 400, "Unknown column: nope; _size must be a number from 0, or max"),
    ("/odd/kind.json?_sort=nope", 400, "Cannot sort table by nope"), ("/-/nope.json", 404, "Page not found"),
    ("/odd/-/query.json?sql=selec", 400, "near \"selec\": syntax error"),
  ])
  func everyErrorHasItsEnvelope(path: String, status: Int, message: String) async throws {
    try await ConventionSite.with { client async throws in
      let answer = try await client.get(path)
      #expect(Int(answer.status.code) == status && answer["Content-Type"] == "application/json")
      #expect(try answer.error() == message)
      let csv = try await client.get(path.replacing(".json", with: ".csv"))
      #expect(Int(csv.status.code) == status || path.contains("/-/nope") || path.hasPrefix("/nope"))
      let page = try await client.get(path.replacing(".json", with: ""))
      #expect(Int(page.status.code) == status && page["Content-Type"] == "text/html; charset=utf-8")
      // The same words; those of a statement begin as a sentence does.
      for sentence in message.split(separator: "; ") {
        #expect(page.text.lowercased().contains(sentence.replacing("\"", with: "&quot;").lowercased()))
      }
    }
  }

  @Test func aStatementThatTakesTooLongNamesItsLimit() async throws {
    let endless = "with+recursive+n(i)+as+(select+1+union+all+select+i%2B1+from+n)+select+max(i)+from+n"
    let answer = try await ConventionSite.get("/odd/-/query.json?sql=\(endless)")
    #expect(answer.status == .badRequest)
    #expect(try answer.error() == "The query exceeded its time limit of 2 s")
  }

  @Test(arguments: [
    ("/", "GET, HEAD, OPTIONS"), ("/odd/kind.json?_size=1", "GET, HEAD, OPTIONS"), ("/nothing", "GET, HEAD, OPTIONS"),
    ("/odd/kind/-/insert", "POST, OPTIONS"), ("/odd/kind/1/-/update", "POST, OPTIONS"), ("/-/view", "POST, OPTIONS"),
  ])
  func eachAddressSaysWhichMethodsItHas(path: String, methods: String) async throws {
    try await ConventionSite.with { client async throws in
      let answer = try await client.send(.options, path)
      #expect(answer.status == .noContent && answer["Allow"] == methods)
    }
  }

  @Test func anotherMethodIsToldWhichThereAre() async throws {
    try await ConventionSite.with { client async throws in
      let answer = try await client.post("/odd/kind.json", "{}")
      #expect(answer.status == .methodNotAllowed && answer["Allow"]?.contains("GET") == true)
      _ = try answer.error()
    }
  }
}

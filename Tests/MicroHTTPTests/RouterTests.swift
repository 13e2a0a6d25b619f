import MicroHTTP
import MicroHTTPTesting
import Testing

private func router() -> Router {
  var router = Router()
  router.get("/") { _ in Response(body: .text("root")) }
  router.get("/fixed/path") { _ in Response(body: .text("literal")) }
  router.get("/{database}/{table}") { request in
    Response(body: .text("\(request.parameters["database"] ?? "-")|\(request.parameters["table"] ?? "-")"))
  }
  router.on(.post, .delete, path: "/{database}/{table}") { request in Response(body: .text("\(request.method)")) }
  router.get("/files/{rest...}") { request in
    Response(body: .text((request.parameters.segments("rest") ?? []).joined(separator: "|")))
  }
  return router
}

@Test(arguments: [
  ("/", "root"), ("/fixed/path", "literal"), ("/fixed/other", "fixed|other"), ("/a%2Fb/c", "a/b|c"), ("/a/b/", "a|b"),
  ("/files/x/y%2Fz/w", "x|y/z|w"), ("/files", ""), ("/files/one", "one"),
])
func routes(_ target: String, _ expected: String) async throws {
  #expect(try await TestClient.inProcess(router()).get(target).text == expected)
}

@Test(arguments: ["/a", "/a/b/c", "//", "/a//"])
func whatNoPatternMatchesIsNotFound(_ target: String) async throws {
  #expect(try await TestClient.inProcess(router()).get(target).status == .notFound)
}

@Test func anotherMethodIsToldWhichThereAre() async throws {
  let client = TestClient.inProcess(router())
  let put = try await client.send(.put, "/a/b")
  #expect(put.status == .methodNotAllowed)
  #expect(put["Allow"] == "DELETE, GET, HEAD, OPTIONS, POST")
  let options = try await client.options("/a/b")
  #expect(options.status == .noContent)
  #expect(options["Allow"] == "DELETE, GET, HEAD, OPTIONS, POST")
  #expect(try await client.head("/fixed/path").status == .ok)
  #expect(try await client.send(.delete, "/a/b").text == "DELETE")
}

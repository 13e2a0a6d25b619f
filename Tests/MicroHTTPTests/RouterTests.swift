import HTTPTypes
import MicroHTTP
import MicroHTTPTesting
import Testing

private func router() throws -> Router {
  var router = Router()
  try router.get("/") { _ in Response(body: .text("root")) }
  try router.get("/fixed/path") { _ in Response(body: .text("literal")) }
  try router.get("/{database}/{table}") { request in
    Response(body: .text("\(request.parameters["database"] ?? "-")|\(request.parameters["table"] ?? "-")"))
  }
  try router.on(.post, .delete, path: "/{database}/{table}") { request in Response(body: .text("\(request.method)")) }
  try router.get("/files/{rest...}") { request in
    Response(body: .text((request.parameters.segments("rest") ?? []).joined(separator: "|")))
  }
  return router
}

@Test(arguments: [
  ("/", "root"), ("/fixed/path", "literal"), ("/fixed/other", "fixed|other"), ("/a%2Fb/c", "a/b|c"), ("/a/b/", "a|b"),
  ("/files/x/y%2Fz/w", "x|y/z|w"), ("/files", ""), ("/files/one", "one"),
])
func routes(_ target: String, _ expected: String) async throws {
  #expect(try await TestClient.inProcess(try router()).get(target).text == expected)
}

@Test(arguments: ["/a", "/a/b/c", "//", "/a//"])
func whatNoPatternMatchesIsNotFound(_ target: String) async throws {
  #expect(try await TestClient.inProcess(try router()).get(target).status == .notFound)
}

@Test func anotherMethodIsToldWhichThereAre() async throws {
  let client = TestClient.inProcess(try router())
  let put = try await client.send(.put, "/a/b")
  #expect(put.status == .methodNotAllowed)
  #expect(put["Allow"] == "DELETE, GET, HEAD, OPTIONS, POST")
  let options = try await client.options("/a/b")
  #expect(options.status == .noContent)
  #expect(options["Allow"] == "DELETE, GET, HEAD, OPTIONS, POST")
  #expect(try await client.head("/fixed/path").status == .ok)
  #expect(try await client.send(.delete, "/a/b").text == "DELETE")
}

@Test func aRouterSaysWhichRoutesAreInEachOthersWay() throws {
  func add(_ routes: (Method, String)...) throws {
    var router = Router()
    for (method, path) in routes { try router.on(method, path: path) { _ in Response() } }
  }
  try add((.get, "/a"), (.post, "/a"), (.get, "/{a}"), (.get, "/{a}/x"), (.get, "/{b}/y"), (.get, "/{rest...}"))
  #expect(throws: RouteError.conflict("GET /a/", with: "another one of the same name")) {
    try add((.get, "/a"), (.get, "/a/"))
  }
  #expect(throws: RouteError.conflict("/{b}", with: "/{a}")) { try add((.get, "/{a}"), (.post, "/{b}")) }
  #expect(throws: RouteError.conflict("/x/{b...}", with: "/x/{a...}")) {
    try add((.get, "/x/{a...}"), (.get, "/x/{b...}"))
  }
  for pattern in ["/{}", "/{...}", "/{a...}/b", "/{a}/{a}", "/a{b}", "/{a}b"] {
    #expect(throws: RouteError.self, "\(pattern)") { try add((.get, pattern)) }
  }
}

/// Writes its name around what is behind it.
private struct Mark: Middleware {
  let name: String

  func respond(to request: Request, next: any Handler) async throws -> Response {
    if request.header("X-Stop") == name { throw HTTPError(.forbidden, "stopped by \(name)") }
    var response = try await next.respond(to: request)
    response.headers.append(Header("X-Mark", name))
    return response
  }
}

@Test(arguments: TestClient.Transport.allCases)
func middlewareStandsAroundTheRoutesOfItsGroup(over transport: TestClient.Transport) async throws {
  var router = Router()
  try router.get("/open") { _ in Response(body: .text("open")) }
  try router.group("/admin", Mark(name: "outer"), Mark(name: "inner")) { group in
    try group.get("/{name}") { request in Response(body: .text(request.parameters["name"] ?? "")) }
    try group.group("/deep", Mark(name: "deepest")) { group in
      try group.post("/here") { _ in Response(body: .text("deep")) }
    }
  }
  try await TestClient.with(router, over: transport) { client in
    #expect(try await client.get("/open").headers.count { $0.name.rawName == "X-Mark" } == 0)
    let grouped = try await client.get("/admin/ada")
    #expect(grouped.text == "ada")
    #expect(grouped.headers.filter { $0.name.rawName == "X-Mark" }.map(\.value) == ["inner", "outer"])
    let deep = try await client.post("/admin/deep/here", "")
    #expect(deep.headers.filter { $0.name.rawName == "X-Mark" }.map(\.value) == ["deepest", "inner", "outer"])
    let stopped = try await client.get("/admin/ada", headers: ["X-Stop": "outer"])
    #expect(stopped.status == .forbidden && stopped.text == "stopped by outer\n")
  }
}

private actor Preparations {
  private(set) var count = 0
  func add() { count += 1 }
}

private struct PreparedHandler: Handler {
  let preparations: Preparations
  func prepare() async { await preparations.add() }
  func respond(to request: Request) async -> Response { Response() }
}

private struct Through: Middleware {
  func respond(to request: Request, next: any Handler) async throws -> Response { try await next.respond(to: request) }
}

@Test func theHandlersOfRoutesArePreparedWithTheRouter() async throws {
  let preparations = Preparations()
  let handler = PreparedHandler(preparations: preparations)
  var router = Router()
  try router.group("/below", Through()) { try $0.on(.get, path: "/one", handler: handler) }
  router.otherwise(handler)
  try await router.prepare()
  #expect(await preparations.count == 2)
}

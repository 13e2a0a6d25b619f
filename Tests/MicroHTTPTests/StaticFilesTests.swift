import Foundation
import MicroHTTP
import MicroHTTPTesting
import Testing

private let style = String(repeating: "td { padding: 0 }\n", count: 200)

private func withFiles(_ test: (StaticFiles, TestClient, String) async throws -> Void) async throws {
  try await withTemporaryFolder { folder in
    try write("secret", to: folder + "/secret.txt")
    try write(style, to: folder + "/public/style.css")
    try write("hidden", to: folder + "/public/.env")
    try write("hidden", to: folder + "/public/.git/config")
    try write("<p>index</p>", to: folder + "/public/pages/index.html")
    try write("0123456789", to: folder + "/public/a b/ten.txt")
    try write(String(repeating: "x", count: 600_000), to: folder + "/public/large.bin")
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/public/link.txt", withDestinationPath: folder + "/secret.txt")
    try FileManager.default.createSymbolicLink(atPath: folder + "/public/up", withDestinationPath: folder)
    let files = try StaticFiles(folder: folder + "/public", urlPrefix: "/static/")
    try await test(files, .inProcess(files), folder + "/public")
  }
}

@Test func servesFilesWithTypeAndValidators() async throws {
  try await withFiles { files, client, _ in
    let response = try await client.get("/static/style.css")
    #expect(response.status == .ok)
    #expect(response.text == style)
    #expect(response["Content-Type"] == "text/css; charset=utf-8")
    #expect(response["Cache-Control"] == "no-cache")
    #expect(response["X-Content-Type-Options"] == "nosniff")
    let tag = try #require(response["ETag"])
    let again = try await client.get("/static/style.css", headers: ["If-None-Match": tag])
    #expect(again.status == .notModified)
    let address = try #require(files.address(of: "style.css"))
    #expect(address.hasPrefix("/static/style.css?v="))
    let immutable = try await client.get(address)
    #expect(immutable["Cache-Control"] == "public, max-age=31536000, immutable")
    let stale = try await client.get("/static/style.css?v=0000000000000000")
    #expect(stale["Cache-Control"] == "no-cache")
    let compressed = try await client.get(address, headers: ["Accept-Encoding": "gzip"])
    let plain = try await gunzip(compressed.body)
    #expect(plain == Array(style.utf8))
    let index = try await client.get("/static/pages/")
    #expect(index.text == "<p>index</p>")
    #expect(files.address(of: "a b/ten.txt")?.hasPrefix("/static/a%20b/ten.txt?v=") == true)
  }
}

@Test(arguments: [
  "/static/../secret.txt", "/static/%2e%2e/secret.txt", "/static/..%2fsecret.txt", "/static/link.txt",
  "/static/up/secret.txt", "/static/.env", "/static/.git/config", "/static/%2eenv", "/static/style.css%00",
  "/static//style.css", "/static/pages", "/static/style.css/", "/static/", "/static", "/style.css", "/secret.txt",
  "/static/pages%2Findex.html", "/static/missing",
])
func servesNothingElse(_ target: String) async throws {
  try await withFiles { _, client, _ in
    let response = try await client.get(target)
    #expect(response.status == .notFound || response.status == .badRequest, "\(response.status)")
  }
}

@Test func servesParts() async throws {
  try await withFiles { _, client, _ in
    for (range, body, content) in [
      ("bytes=0-3", "0123", "bytes 0-3/10"), ("bytes=7-", "789", "bytes 7-9/10"), ("bytes=-2", "89", "bytes 8-9/10"),
      ("bytes=5-99", "56789", "bytes 5-9/10"), ("bytes=-99", "0123456789", "bytes 0-9/10"),
    ] {
      let response = try await client.get("/static/a%20b/ten.txt", headers: ["Range": range])
      #expect(response.status == .partialContent)
      #expect(response.text == body)
      #expect(response["Content-Range"] == content)
    }
    for range in ["bytes=3-1", "bytes=a-b", "lines=1-2", "bytes=0-1,3-4", "bytes=", "bytes=-"] {
      let response = try await client.get("/static/a%20b/ten.txt", headers: ["Range": range])
      #expect(response.status == .ok, "\(range)")
    }
    let beyond = try await client.get("/static/a%20b/ten.txt", headers: ["Range": "bytes=10-"])
    #expect(beyond.status == .rangeNotSatisfiable)
    #expect(beyond["Content-Range"] == "bytes */10")
    let changed = ["Range": "bytes=0-3", "If-Range": "\"other\""]
    let whole = try await client.get("/static/a%20b/ten.txt", headers: changed)
    #expect(whole.status == .ok)
    let large = try await client.get("/static/large.bin", headers: ["Range": "bytes=599998-"])
    #expect(large.text == "xx")
  }
}

@Test func largeFilesAreSentFromTheDisk() async throws {
  try await withFiles { files, _, _ in
    try await LiveServer.with(files) { server in
      let response = try await server.client.get("/static/large.bin")
      #expect(response.body == [UInt8](repeating: UInt8(ascii: "x"), count: 600_000))
      let again = try await server.client.get("/static/large.bin", headers: ["Range": "bytes=1-3"])
      #expect(again.text == "xxx")
    }
  }
}

@Test func seesAFileChange() async throws {
  try await withFiles { files, client, folder in
    let before = try #require(files.address(of: "style.css"))
    try write("td {}", to: folder + "/style.css")
    try await Task.sleep(for: .milliseconds(1200))
    let response = try await client.get("/static/style.css")
    #expect(response.text == "td {}")
    #expect(files.address(of: "style.css") != before)
  }
}

@Test func aFileCanOnlyBeRead() async throws {
  try await withFiles { _, client, _ in
    let response = try await client.post("/static/style.css", "x")
    #expect(response.status == .methodNotAllowed)
    #expect(response["Allow"] == "GET, HEAD, OPTIONS")
  }
}

@Test func aMissingFolderIsAnErrorAtOnce() {
  #expect(throws: ServerError.unreadable(path: "/no/such/folder", reason: "No such file or directory")) {
    _ = try StaticFiles(folder: "/no/such/folder")
  }
}

@Test func servesFilesInMemoryLikeThoseOfAFolder() async throws {
  let included = ["style.css": Array(style.utf8), "pages/one.txt": Array("0123456789".utf8)]
  let files = try StaticFiles(included: included, folder: nil, urlPrefix: "/static/")
  let client = TestClient.inProcess(files)
  let response = try await client.get("/static/style.css")
  #expect(response.text == style)
  #expect(response["Content-Type"] == "text/css; charset=utf-8")
  let tag = try #require(response["ETag"])
  #expect(try await client.get("/static/style.css", headers: ["If-None-Match": tag]).status == .notModified)
  let address = try #require(files.address(of: "style.css"))
  let immutable = try await client.get(address, headers: ["Accept-Encoding": "gzip"])
  #expect(immutable["Cache-Control"] == "public, max-age=31536000, immutable")
  #expect(immutable["Content-Encoding"] == "gzip")
  #expect(try await gunzip(immutable.body) == Array(style.utf8))
  let part = try await client.get("/static/pages/one.txt", headers: ["Range": "bytes=2-4"])
  #expect(part.status == .partialContent && part.text == "234")
  #expect(try await client.get("/static/missing").status == .notFound)
}

@Test func filesOfTheFolderTakeThePlaceOfThoseInMemory() async throws {
  try await withTemporaryFolder { folder in
    try write("ours", to: folder + "/style.css")
    let included = ["style.css": Array(style.utf8), "other.css": Array("theirs".utf8)]
    let files = try StaticFiles(included: included, folder: folder, urlPrefix: "/")
    let client = TestClient.inProcess(files)
    #expect(try await client.get("/style.css").text == "ours")
    #expect(try await client.get("/other.css").text == "theirs")
    let alone = try StaticFiles(folder: folder)
    #expect(alone.address(of: "style.css") == files.address(of: "style.css"))
    #expect(alone.address(of: "other.css") == nil)
  }
}

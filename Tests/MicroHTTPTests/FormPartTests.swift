import MicroHTTP
import MicroHTTPTesting
import SeededNumbers
import Testing

private func parts(_ body: [UInt8], type: String = "multipart/form-data; boundary=\"x y\"") async throws -> [FormPart] {
  let (values, keeper) = AsyncStream.makeStream(of: [FormPart].self)
  let handler = ClosureHandler { request in
    keeper.yield(try request.formParts())
    return Response()
  }
  let answer = try await TestClient.inProcess(handler).send(.post, "/", headers: ["Content-Type": type], body: body)
  guard answer.status == .ok else { throw HTTPError(answer.status) }
  for await value in values { return value }
  return []
}

@Test func theFieldsAndFilesOfAFormAreRead() async throws {
  let body =
    "--x y\r\nContent-Disposition: form-data; name=\"a;%22b\"\r\n\r\none\r\n--two\r\n"
    + "--x y\r\ncontent-type: text/csv\r\ncontent-disposition: form-data; name=f; filename=\"t.csv\"\r\n\r\n\0\u{FF}\r\n"
    + "--x y\r\nContent-Disposition: form-data; name=\"\"\r\n\r\n\r\n--x y--\r\n"
  let read = try await parts(Array(body.utf8))
  #expect(read.map(\.name) == ["a;\"b", "f", ""])
  #expect(read.map(\.fileName) == [nil, "t.csv", nil])
  #expect(read.map(\.contentType) == [nil, "text/csv", nil])
  #expect(read.map(\.content) == [Array("one\r\n--two".utf8), Array("\0\u{FF}".utf8), []])
}

@Test func whatIsNoFormIsRefused() async throws {
  let good = "--x y\r\nContent-Disposition: form-data; name=a\r\n\r\none\r\n--x y--\r\n"
  #expect(try await parts(Array(good.utf8)).count == 1)
  for (type, status) in [
    ("text/plain", Status.unsupportedMediaType), ("multipart/form-data", .unsupportedMediaType),
    ("multipart/form-data; boundary=z", .badRequest),
  ] {
    await #expect(throws: (any Error).self, "\(type) \(status)") { _ = try await parts(Array(good.utf8), type: type) }
  }
  // Cut off anywhere, it is an error and never a trap.
  for count in 0..<(good.utf8.count - 4) {
    await #expect(throws: (any Error).self) { _ = try await parts(Array(good.utf8.prefix(count))) }
  }
  for body in [
    "--x y\r\n\r\n\r\n--x y--", "--x y\r\nname\r\n\r\n\r\n--x y--", "--x y\r\nA: b\r\n\r\n\r\n--x y--", good + "more",
  ] {
    await #expect(throws: (any Error).self) { _ = try await parts(Array(body.utf8)) }
  }
  let unreadable =
    Array("--x y\r\nContent-Disposition: form-data; name=".utf8) + [0xFF] + Array("\r\n\r\n\r\n--x y--".utf8)
  await #expect(throws: (any Error).self) { _ = try await parts(unreadable) }
}

import MicroHTTP
import SeededNumbers
import Testing
import TextCoding

@Test func aPathThatWasEncodedIsDecodedToTheSame() throws {
  var random = SeededGenerator(seed: 1)
  let characters: [Character] = ["a", "Z", "0", "/", "%", "+", " ", "ä", "€", "😀", "?", "#", "&", "~", "\n", "-", "."]
  for _ in 0..<3000 {
    let segments = (0..<Int.random(in: 0...5, using: &random)).map { _ in
      String((0..<Int.random(in: 1...8, using: &random)).compactMap { _ in characters.randomElement(using: &random) })
    }.filter { $0 != "." && $0 != ".." }
    let trailing = !segments.isEmpty && Bool.random(using: &random)
    let text = "/" + segments.map(PercentEncoding.encode).joined(separator: "/") + (trailing ? "/" : "")
    let path = try RequestPath(text)
    let isSame = path.segments == segments && path.hasTrailingSlash == trailing && path.description == text
    if !isSame { Issue.record("\(text) became \(path)") }
  }
}

/// Whatever comes, it is a path or an error, and what is a path has nothing dangerous in it.
@Test func noBytesMakeADangerousPath() {
  var random = SeededGenerator(seed: 2)
  let pieces = [
    "/", "/", ".", "..", "%", "%2", "%2e", "%2E", "%00", "%2f", "%5c", "%c3", "%a4", "%ff", "a", "\0", "ä", "%25",
  ]
  var accepted = 0
  for _ in 0..<20_000 {
    let count = Int.random(in: 0...8, using: &random)
    let text = "/" + (0..<count).compactMap { _ in pieces.randomElement(using: &random) }.joined()
    guard let path = try? RequestPath(text) else { continue }
    accepted += 1
    let pieces = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    let isSafe =
      !path.segments.contains { $0 == "." || $0 == ".." || $0.utf8.contains(0) } && !text.contains("%00")
      && !text.contains("%ff") && path.segments.count == pieces.count - (text.hasSuffix("/") ? 1 : 0)
    if !isSafe { Issue.record("\(text) became \(path.segments)") }
  }
  #expect(accepted > 1000)
}

@Test(arguments: [
  ("/a%zz", TargetError.malformedPercentEncoding), ("/a%4", .malformedPercentEncoding),
  ("/%", .malformedPercentEncoding),
  ("/a%00", .nul), ("/%ff", .invalidUTF8), ("/%c3%28", .invalidUTF8), ("/a/../b", .dotSegment), ("/%2e", .dotSegment),
  ("/a/%2E.", .dotSegment), ("", .notAPath), ("a", .notAPath),
])
func refusesThePath(_ text: String, _ error: TargetError) {
  #expect(throws: error) { _ = try RequestPath(text) }
}

@Test func aQueryIsDecodedInOrder() {
  let query = QueryItems("x=1+2&y=%2B&z&=v&q=a%26b&x=3&bad=%zz&&n=%C3%A4")
  #expect(query.map(\.name) == ["x", "y", "z", "", "q", "x", "bad", "n"])
  #expect(query["x"] == "1 2")
  #expect(query.all("x") == ["1 2", "3"])
  #expect(query["y"] == "+")
  #expect(query["z"] == "")
  #expect(query["q"] == "a&b")
  #expect(query["bad"] == "%zz")
  #expect(query["n"] == "ä")
  #expect(query["missing"] == nil)
  #expect(QueryItems("").isEmpty)
}

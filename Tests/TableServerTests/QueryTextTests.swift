import TableArguments
import Testing

@Suite struct QueryTextTests {
  @Test func argumentsStandBehindEachOther() {
    var query = QueryText()
    #expect(query.text.isEmpty && query.behind("/a") == "/a")
    query.append("a b", "1&2")
    #expect(query.text == "a+b=1%262" && query.behind("/a") == "/a?a+b=1%262")
    query.append("é", "")
    #expect(query.behind("") == "?a+b=1%262&%C3%A9=")
  }

  @Test func anAddressKeepsWhatItAsksFor() {
    #expect("/a".with([]) == "/a" && "/a".with([("x", "1"), ("y", "?")]) == "/a?x=1&y=%3F")
    #expect("/a?b=1".with([("x", "/")]) == "/a?b=1&x=%2F")
    #expect("".with([("x", "1")]) == "?x=1")
  }

  @Test(arguments: [
    ("/", "/x", "/x"), ("/a", "/x", "/a/x"), ("/a/", "/x", "/a/x"), ("", "/x", "/x"), ("/a", "", "/a"), ("/", "", "/"),
    ("/a", "x", "/ax"), ("/é", "/ö", "/é/ö"),
  ])
  func addressesAreBelowOthersWithOneSlash(_ above: String, _ below: String, _ address: String) {
    #expect(above.below(below) == address)
  }
}

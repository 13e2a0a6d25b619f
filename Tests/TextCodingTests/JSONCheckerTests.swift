import Testing

@testable import TextCoding

@Suite struct JSONCheckerTests {
  private func isDocument(_ text: String) -> Bool { JSONChecker.isDocument(text.utf8.span) }

  @Test(arguments: [
    "{}", "[]", " [ 1 , -2.5e+3 , \"a\\\"]\" , true , null ] ", #"{"a": {"b": [{}, []]}, "": false}"#,
    String(repeating: "[", count: 63) + String(repeating: "]", count: 63),
  ])
  func objectsAndArraysAreDocuments(text: String) { #expect(isDocument(text)) }

  @Test(arguments: [
    "", "  ", "1", "\"a\"", "true", "{", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":}", "{a: 1}", "[1}", "{]", "[] []",
    "[tru]",
    "[truex]", "[\"a]", "[\"a\\", "[1-]", "[\"a\nb\"]",
    String(repeating: "[", count: 64) + String(repeating: "]", count: 64),
  ])
  func anythingElseIsNone(text: String) { #expect(!isDocument(text)) }
}

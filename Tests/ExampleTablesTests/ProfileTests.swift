import ExampleTables
import TablePages
import Testing

private struct NoSuchFile: Error {}

private func profile(_ json: String) -> Profile { Profile { Array(json.utf8) } }

@Test func theProfileComesFromItsFile() async throws {
  let rendered = try await Rendered(Profile.embedded, adapters(Profile.register))
  #expect(rendered.html.contains("Inês"))
  #expect(rendered.html.contains("Duarte"))
  #expect(rendered.html.contains("<img src=\"../-/static/pictures/ines.svg\""))
}

@Test func anAbsentFieldMakesNoCell() async throws {
  let rendered = try await Rendered(profile(#"{"name": "Ada", "surname": null}"#), adapters(Profile.register))
  #expect(rendered.html.contains("Ada"))
  #expect(!rendered.html.contains("Surname"))
  #expect(!rendered.html.contains("<img"))
  let page = try await profile("{}").page(TableQuery())
  #expect(page.sections.isEmpty && page.emptyState != nil && page.version == nil)
}

@Test func aMissingOrBrokenFileIsAClearError() async throws {
  let missing = Profile { throw NoSuchFile() }
  await #expect(throws: TableError.unavailable("The profile file can't be read")) {
    try await missing.page(TableQuery())
  }
  for broken in ["", "{", "[]", "\"text\"", "{\"name\": \"Ada\"} x"] {
    await #expect(throws: TableError.unavailable("The profile file isn't a JSON object"), "\(broken)") {
      try await profile(broken).page(TableQuery())
    }
  }
  await #expect(throws: TableError.unavailable("The profile file has a field that isn't text")) {
    try await profile(#"{"name": 7}"#).page(TableQuery())
  }
}

@Test func addressesThatABrowserWouldRunAreLeftOut() async throws {
  let rendered = try await Rendered(profile(#"{"picture": "javascript:alert(1)"}"#), adapters(Profile.register))
  #expect(!rendered.html.contains("javascript"))
}

import MicroHTTP
import MicroHTTPTesting
import TableServer
import Testing

/// A new row begins with the values that the rows of its page are chosen by, and leads back to them.
@Suite struct NewRowOfFilterTests {
  private static let statements = """
    CREATE TABLE task (id INTEGER PRIMARY KEY, title TEXT, state TEXT, kind TEXT);
    INSERT INTO task VALUES (1, 'Buy', 'open', 'a'), (2, 'Paint', 'open', 'b')
    """
  @Test func theFormBeginsWithTheFilter() async throws {
    try await SampleDatabase.withWritable(Self.statements) { client async throws in
      let page = try await client.get("/sample/task?state=open&kind=a&title__contains=x").text
      let link =
        "/sample/task/-/new?value.state=open&amp;value.kind=a&amp;_return=%2Fsample%2Ftask%3Fstate%3Dopen%26kind%3Da%26title__contains%3Dx"
      #expect(page.contains("href=\"\(link)\""))
      // Another value has the same frame, and its own link.
      #expect(
        try await client.get("/sample/task?state=done").text.contains(
          "/-/new?value.state=done&amp;_return=%2Fsample%2Ftask%3Fstate%3Ddone\""))
      #expect(try await client.get("/sample/task").text.contains("href=\"/sample/task/-/new\""))
      let form = try await client.get(link.replacing("&amp;", with: "&")).text
      #expect(form.contains("name=\"value.state\" value=\"open\"") && form.contains("name=\"value.kind\" value=\"a\""))
      let again = try #require(form.firstMatch(of: #/name="_again" value="([^"]+)"/#)).1.replacing("&amp;", with: "&")
      let answer = try await client.form(
        "/sample/task/-/insert",
        [("value.title", "New"), ("value.state", "open"), ("value.kind", "a"), ("_again", String(again))])
      #expect(answer["Location"] == "/sample/task/-/new?\(again)")
    }
  }

  @Test func soDoesTheRowInTheGrid() async throws {
    try await SampleDatabase.withWritable(Self.statements) { client async throws in
      let page = try await client.get("/sample/task?state=open&kind=a&_nocol=kind&_edit=on").text
      let row = try #require(page.firstRange(of: "class=\"insertion\"")).lowerBound
      #expect(page[row...].contains("name=\"value.state\" form=\"insert\" aria-label=\"state\" value=\"open\""))
      #expect(page[row...].contains("<input type=\"hidden\" name=\"value.kind\" value=\"a\">"))
    }
  }

  @Test func whatIsWrittenForSeveralRowsIsMeant() async throws {
    try await SampleDatabase.withWritable(Self.statements) { client async throws in
      let page = try await client.get("/sample/task/-/selection?_selected=1&_selected=2").text
      let versions = page.matches(of: #/name="version" value="([^"]+)"/#).map { String($0.1) }
      let rows = [("row", "1"), ("version", versions[0]), ("row", "2"), ("version", versions[1])]
      let nothing = try await client.form("/sample/task/-/change", rows + [("value.state", ""), ("value.kind", "")])
      #expect(nothing.status == .badRequest && nothing.text.contains("Fill in or tick"))
      let done = try await client.form("/sample/task/-/change", rows + [("value.state", "done"), ("value.kind", "")])
      #expect(done.status == .seeOther)
      #expect(try await client.values("state", of: "task") == ["done", "done"])
      #expect(try await client.values("kind", of: "task") == ["a", "b"])
    }
  }
}

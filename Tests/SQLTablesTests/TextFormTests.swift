import Testing

@testable import SQLTables

struct TextFormTests {
  private func form(_ text: String) -> TextForm { TextForm(Array(text.utf8).span) }

  @Test(arguments: ["2025-10-14", "0000-01-31", "9999-12-01"]) func daysAreDays(text: String) {
    #expect(form(text) == .day)
  }

  @Test(arguments: [
    "2025-10-14 09:30", "2025-10-14T09:30:00Z", "2025-10-14 09:30:00.123+02:00", "2025-10-14T24:00",
    "2025-10-14 09:30 Z",
  ]) func timesHaveADayBeforeThem(text: String) { #expect(form(text) == .time) }

  @Test(arguments: [
    "https://example.com/a.PNG", "http://example.com/photo.jpeg?size=2", "https://example.com/x.webp#top",
    "https://e.org/.svg",
  ]) func picturesAreLinksToThem(text: String) { #expect(form(text) == .image) }

  @Test(arguments: ["http://", "https://example.com", "https://example.com/?file=a.png", "http://e.org/png"])
  func linksAreLinks(text: String) { #expect(form(text) == .link) }

  @Test(arguments: ["a@b.cd", "first.last@mail.example.org", "é@example.org"]) func addressesOfMail(text: String) {
    #expect(form(text) == .email)
  }

  @Test(arguments: ["{}", "{ }", " {\"a\": 1}\n", "[]", "[1, 2]", "[\u{20}]"]) func documentsByTheirEnds(text: String) {
    #expect(form(text) == .document)
  }

  @Test(arguments: [
    "", " ", "x", "2025-10-1", "2025-13-01", "2025-00-01", "2025-01-32", "2025-10-14x", "2025-10-14 09",
    "2025-10-14 25:00",
    "2025-10-14 09:60", "2025-10-14 09:30:00 and then", "2025-10-14 09:30:00.00000000000000000000000000", "2025/10/14",
    "http:/example.com", "https://example.com/a b", "HTTPS://example.com", "@b.cd", "a@b", "a@.cd", "a@b.", "a@b@c.de",
    "a,b@c.de",
    "a b@c.de", "<a@b.cd>", "a.b@cd", "[", "{", "{abcdef}", "}{", "[1", "\u{0}\u{1}",
    String(repeating: "a", count: 250) + "@b.cd",
  ]) func othersAreNone(text: String) { #expect(form(text) == .plain) }

  /// Bytes that are no text are looked at as well.
  @Test func anyBytesHaveAForm() {
    for _ in 0..<20_000 {
      let alphabet = Array("2025-10T:.Z{}[]\"@ahtps/?# ".utf8) + [0, 0xFF, 0xC3]
      let bytes = (0..<Int.random(in: 0...45)).map { _ in alphabet[Int.random(in: alphabet.indices)] }
      _ = TextForm(bytes.span)
    }
  }
}

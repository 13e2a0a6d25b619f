import Testing

@testable import SiteConfiguration

@Suite struct NameSuggestionsTests {
  let tables = [
    "Album", "Artist", "Customer", "Employee", "Genre", "Invoice", "InvoiceLine", "Playlist", "PlaylistTrack", "Track",
  ]

  @Test(arguments: [
    ("Tracks", ["Track", "PlaylistTrack"]), ("artsit", ["Artist"]), ("invoices", ["Invoice"]), ("xyzzy", []), ("", []),
  ])
  func namesAreOfferedThatMayHaveBeenMeant(written: String, offered: [String]) {
    #expect(NameSuggestions.of(written, among: tables).prefix(offered.count).elementsEqual(offered))
    if offered.isEmpty { #expect(NameSuggestions.of(written, among: tables).isEmpty) }
  }

  @Test func fewLettersAreAWordOfANameOrNothingLikeIt() {
    let columns = ["humidity", "wind", "no", "at", "user_id", "it"]
    #expect(NameSuggestions.of("id", among: columns) == ["it", "user_id"])
    #expect(NameSuggestions.of("a", among: columns).isEmpty)
  }

  @Test(arguments: [("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("kitten", "sitting", 3), ("a", "", 1)])
  func distancesCountEdits(one: String, other: String, distance: Int) {
    #expect(NameSuggestions.editDistance(Array(one), Array(other)) == distance)
    #expect(NameSuggestions.editDistance(Array(other), Array(one)) == distance)
  }

  @Test func endlessNamesCostLittle() {
    let long = String(repeating: "x", count: 1_000_000)
    #expect(NameSuggestions.of(long, among: tables).isEmpty)
  }
}

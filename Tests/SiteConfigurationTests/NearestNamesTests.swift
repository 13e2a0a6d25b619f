import Testing

@testable import SiteConfiguration

@Suite struct NearestNamesTests {
  let tables = [
    "Album", "Artist", "Customer", "Employee", "Genre", "Invoice", "InvoiceLine", "Playlist", "PlaylistTrack", "Track",
  ]

  @Test(arguments: [
    ("Tracks", ["Track", "PlaylistTrack"]), ("artsit", ["Artist"]), ("invoices", ["Invoice"]), ("xyzzy", []), ("", []),
  ])
  func namesAreOfferedThatMayHaveBeenMeant(written: String, offered: [String]) {
    #expect(NearestNames.of(written, among: tables).prefix(offered.count).elementsEqual(offered))
    if offered.isEmpty { #expect(NearestNames.of(written, among: tables).isEmpty) }
  }

  @Test(arguments: [("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("kitten", "sitting", 3), ("a", "", 1)])
  func distancesCountEdits(one: String, other: String, distance: Int) {
    #expect(NearestNames.editDistance(Array(one), Array(other)) == distance)
    #expect(NearestNames.editDistance(Array(other), Array(one)) == distance)
  }

  @Test func endlessNamesCostLittle() {
    let long = String(repeating: "x", count: 1_000_000)
    #expect(NearestNames.of(long, among: tables).isEmpty)
  }
}

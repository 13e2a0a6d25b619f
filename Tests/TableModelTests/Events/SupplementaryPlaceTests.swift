import TableModel
import Testing

@Suite struct SupplementaryPlaceTests {
  @Test(arguments: [SupplementaryPlace.header, .footer, .sectionHeader(0), .sectionFooter(12)])
  func whatItWritesLeadsBackToIt(place: SupplementaryPlace) {
    #expect(SupplementaryPlace(place.description) == place)
  }

  @Test(arguments: ["", "head", "header-", "footer--1", "header-x", "header-1-2"])
  func anythingElseIsRefused(text: String) {
    #expect(SupplementaryPlace(text) == nil)
  }

  @Test func aTableFindsItsViewsByTheirPlaces() async throws {
    let table = try MemoryTable<Note>(
      "Notes", tableHeader: TitleViewModel("Top"),
      sections: [TableSection(footer: TitleViewModel("End of 0")), TableSection(header: TitleViewModel("Start of 1"))])
    func title(_ place: SupplementaryPlace) async throws -> String? {
      (try await table.view(place) as? TitleViewModel)?.title
    }
    #expect(try await title(.header) == "Top")
    #expect(try await title(.footer) == nil)
    #expect(try await title(.sectionFooter(0)) == "End of 0")
    #expect(try await title(.sectionHeader(1)) == "Start of 1")
    #expect(try await title(.sectionHeader(7)) == nil)
  }
}

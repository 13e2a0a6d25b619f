import TableModel
import TableRendering
import Testing

private struct Song: CellViewModel {
  let id: RowKey
  var title: String
  var length: Double?
}

private struct Break: CellViewModel {
  let id: RowKey
  var minutes: Int
}

/// Pages of cells as text for terminals.
@Suite struct TextPageWriterTests {
  private func text(_ page: TablePage) throws -> String {
    var text = ByteSink(capacity: 64)
    try TextPageWriter.write(page, into: &text)
    return text.string
  }

  @Test func eachRunOfRowsThatHoldTheSameIsATable() throws {
    let page = TablePage(
      title: "Concert", summary: "Tonight", header: TitleViewModel("Doors at seven"),
      sections: [
        MixedSection(
          header: TitleViewModel("First half"), footer: TitleViewModel("Two songs"),
          [
            Song(id: 1, title: "Overture", length: 3.5), Song(id: "b", title: "Über\nalles \u{1B}[31m", length: 12),
            Break(id: 3, minutes: 20),
          ]),
        UniformSection([Song(id: 4, title: "Finale", length: 7)]),
      ])
    let lines = try text(page).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(
      lines == [
        "Concert", "Tonight", "", "Doors at seven", "", "First half", "",
        "id  title                   length", "--  ----------------------  ------",
        "1   Overture                3.5", #"b   Über\nalles \u{1B}[31m  12.0"#, "",
        "id  minutes", "--  -------", "3   20", "", "Two songs", "", "id  title   length", "--  ------  ------",
        "4   Finale  7.0", "",
      ], "\(lines.joined(separator: "\n"))")
  }

  @Test func aPageWithoutRowsHasItsTitleAlone() throws {
    #expect(try text(TablePage(title: "Nothing\tyet", sections: [])) == #"Nothing\tyet"# + "\n")
  }

  @Test func anIDThatReturnsIsToldAndNothingIsWritten() throws {
    var text = ByteSink(capacity: 64)
    text.markup("before")
    let cells = [Break(id: 1, minutes: 1), Break(id: 1, minutes: 2)]
    #expect(throws: TableError.self) {
      try TextPageWriter.write(TablePage(title: "Twice", sections: [UniformSection(cells)]), into: &text)
    }
    #expect(text.string == "before")
  }
}

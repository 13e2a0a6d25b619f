import SeededNumbers
import TableModel
import Testing
import TextCoding

@testable import TableRendering

private struct Row: CellViewModel { let id: RowKey }

@Test func idsOfRowsAreTheirKeys() {
  for (key, id) in [
    (5, "row-5"), (-5, "row--5"), ("ada-lovelace", "row-ada-lovelace"), ("5", "row-~t5"), ("", "row-~t"),
    ("a b_c", "row-a+b_c"), (["a,b", "c"], "row-a~2Cb,c"),
  ] as [(RowKey, String)] {
    #expect(DOMID.row(Row(id: key)) == id)
  }
}

@Test func idsOfSectionsAreReadable() {
  for (title, id) in [("A", "A"), ("", "_"), ("5", "_35"), ("a b_c", "a_20b_5Fc"), ("Å", "_C3_85")] {
    #expect(DOMID.section(indexTitle: title) == "section-" + id)
  }
}

@Test func noTwoSectionsShareAnID() {
  var generator = SeededGenerator(seed: 8)
  var owners: [String: String] = [:]
  for _ in 0..<4000 {
    let short = String(
      (0..<3).compactMap { _ in "_-05aA ~".randomElement(using: &generator) }.prefix(
        Int.random(in: 0...3, using: &generator)))
    for title in [short, generator.text(upTo: 4)] {
      let id = DOMID.section(indexTitle: title)
      // Texts that are composed of other characters are other titles.
      #expect(owners[id].map { Array($0.utf8) } ?? Array(title.utf8) == Array(title.utf8))
      owners[id] = title
      #expect(id.utf8.allSatisfy { TildeEncoding.isPlain($0) })
    }
  }
}

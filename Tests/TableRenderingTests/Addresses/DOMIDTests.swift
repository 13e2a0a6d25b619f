import SeededNumbers
import TableModel
import Testing
import TextCoding

@testable import TableRendering

@Test func idsOfRowsAreReadable() {
  #expect(DOMID.row(5) == "row-5")
  #expect(DOMID.row(-5) == "row--5")
  #expect(DOMID.row("ada-lovelace") == "row-ada-lovelace")
  #expect(DOMID.row("5") == "row-_35")
  #expect(DOMID.row("") == "row-_")
  #expect(DOMID.row("a b_c") == "row-a_20b_5Fc")
}

@Test func noTwoRowsShareAnID() {
  var generator = SeededGenerator(seed: 8)
  var owners: [String: CellID] = [:]
  for _ in 0..<4000 {
    let short = String(
      (0..<3).compactMap { _ in "_-05aA ~".randomElement(using: &generator) }.prefix(
        Int.random(in: 0...3, using: &generator)))
    let ids: [CellID] = [
      .text(short), .text(generator.text(upTo: 4)), .number(Int64.random(in: -60...60, using: &generator)),
    ]
    for id in ids {
      let domID = DOMID.row(id)
      #expect(owners[domID, default: id] == id)
      owners[domID] = id
      #expect(domID.utf8.allSatisfy { TildeEncoding.isPlain($0) })
    }
  }
}

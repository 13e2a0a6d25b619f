import TableModel
import Testing

@Suite struct RowVersionTests {
  @Test func aVersionHangsOnContentAndKind() {
    let version = RowVersion(Note(id: 1, text: "a"))
    #expect(version == RowVersion(Note(id: 1, text: "a")))
    #expect(version != RowVersion(Note(id: 1, text: "b")))
    #expect(version != RowVersion(Note(id: 2, text: "a")))
    #expect(RowVersion(Mark(id: 1)) != RowVersion(OtherMark(id: 1)))
  }

  @Test func neighbouringValuesDoNotRunTogether() {
    #expect(RowVersion(Pair(id: 1, one: "ab", other: "c")) != RowVersion(Pair(id: 1, one: "a", other: "bc")))
    #expect(RowVersion(Pair(id: 1, one: "", other: nil)) != RowVersion(Pair(id: 1, one: "", other: "")))
  }

  @Test func itsSixteenDigitsLeadBackToIt() throws {
    for note in (0..<200).map({ Note(id: .number($0)) }) {
      let text = RowVersion(note).description
      #expect(text.utf8.count == 16)
      #expect(RowVersion(text) == RowVersion(note))
    }
    for wrong in ["", "12", "+123456789abcdef", "zzzzzzzzzzzzzzzz", "0123456789abcdef0"] {
      #expect(RowVersion(wrong) == nil)
    }
  }

  @Test func valuesAreNamedByTheWayToThem() {
    let values = RowValues(
      Nested(
        id: 3, inner: .init(flag: true, half: 0.5), list: ["x", "y"], kind: .checkmark, missing: nil, number: 1 << 60))
    #expect(
      values.items.map { "\($0.name)=\($0.text)" } == [
        "id=3", "inner.flag=true", "inner.half=0.5", "list.0=x", "list.1=y", "kind=checkmark",
        "number=1152921504606846976",
      ])
    #expect(values["list.1"] == "y")
    #expect(values["nothing"] == nil)
  }
}

private struct OtherMark: CellViewModel { var id: CellID }

private struct Pair: CellViewModel {
  var id: CellID
  var one: String
  var other: String?
}

private struct Nested: CellViewModel {
  struct Inner: Sendable, Encodable { var flag: Bool, half: Double }
  var id: CellID
  var inner: Inner
  var list: [String]
  var kind: CellAccessory
  var missing: String?
  var number: UInt64
}

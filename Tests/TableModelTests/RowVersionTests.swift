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
    for note in (0..<200).map({ Note(id: RowKey($0)) }) {
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

  @Test func aRecordBehindAnyViewModelHasItsOwnVersion() {
    var builder = RecordPageBuilder(fieldCount: 1, rows: 1, byteCapacity: 0)
    builder.append("x")
    let record = builder.finish(RecordSchema(table: "t", columns: [.init("a")], keyFields: []))[0]
    let cell: any CellViewModel = record
    #expect(RowVersion(cell) == RowVersion([.text("x")]) && RowVersion(record) == RowVersion(cell))
  }

  @Test func valuesThatDifferInWhateverWayHaveOtherVersions() {
    let rows: [[RecordValue]] = [
      [], [.null], [.null, .null], [.integer(0)], [.integer(1)], [.real(0)], [.real(1)], [.real(-0.0)], [.text("")],
      [.text("1")], [.text("a"), .text("b")], [.text("ab"), .text("")], [.text(""), .text("ab")], [.text("ab")],
      [.blob([])], [.blob(Array("ab".utf8))], [.blob([0])], [.blob([0, 0])], [.text("\0")],
      [.text("abcdefgh")], [.text("abcdefgh\0")], [.integer(1), .null], [.null, .integer(1)],
    ]
    let versions = Set(rows.map { RowVersion($0) })
    #expect(versions.count == rows.count)
  }

  @Test func aRecordHasTheVersionOfItsColumnsAlone() {
    let schema = RecordSchema(table: "t", columns: [.init("a"), .init("b")], keyFields: [2], fieldCount: 3)
    var builder = RecordPageBuilder(fieldCount: 3, rows: 2, byteCapacity: 0)
    for rowID in [Int64(1), 2] {
      builder.append("x")
      builder.append(7 as Int64)
      builder.append(rowID)
    }
    let page = builder.finish(schema)
    #expect(RowVersion(page[0]) == RowVersion(page[1]))
    #expect(RowVersion(page[0]) == RowVersion([.text("x"), .integer(7)]))
  }

  @Test func aVersionIsReadFromItsOwnTextAlone() throws {
    let version = RowVersion([.text("some row")])
    #expect(RowVersion(version.description) == version)
    #expect(version.description.utf8.count == 16)
    #expect(RowVersion(digest: 10).description == "000000000000000a")
    for text in ["", "a", "000000000000000A", "+00000000000000a", "000000000000000a0", "00000000000000é"] {
      #expect(RowVersion(text) == nil)
    }
  }

  @Test func randomRowsHaveEachTheirOwn() {
    var generator = SystemRandomNumberGenerator()
    var versions = Set<RowVersion>()
    for number in 0..<20_000 {
      versions.insert(
        RowVersion([.integer(Int64(number)), .text(String(UInt8.random(in: .min ... .max, using: &generator)))]))
    }
    #expect(versions.count == 20_000)
  }
}

private struct OtherMark: CellViewModel { var id: RowKey }

private struct Pair: CellViewModel {
  var id: RowKey
  var one: String
  var other: String?
}

private struct Nested: CellViewModel {
  struct Inner: Sendable, Encodable { var flag: Bool, half: Double }
  var id: RowKey
  var inner: Inner
  var list: [String]
  var kind: CellAccessory
  var missing: String?
  var number: UInt64
}

import TableModel
import Testing

struct RecordVersionTests {
  @Test func valuesThatDifferInWhateverWayHaveOtherVersions() {
    let rows: [[RecordValue]] = [
      [], [.null], [.null, .null], [.integer(0)], [.integer(1)], [.real(0)], [.real(1)], [.real(-0.0)], [.text("")],
      [.text("1")], [.text("a"), .text("b")], [.text("ab"), .text("")], [.text(""), .text("ab")], [.text("ab")],
      [.blob([])], [.blob(Array("ab".utf8))], [.blob([0])], [.blob([0, 0])], [.text("\0")],
      [.text("abcdefgh")], [.text("abcdefgh\0")], [.integer(1), .null], [.null, .integer(1)],
    ]
    let versions = Set(rows.map { RecordVersion($0) })
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
    #expect(RecordVersion(page[0]) == RecordVersion(page[1]))
    #expect(RecordVersion(page[0]) == RecordVersion([.text("x"), .integer(7)]))
  }

  @Test func aVersionIsReadFromItsOwnTextAlone() throws {
    let version = RecordVersion([.text("some row")])
    #expect(RecordVersion(version.description) == version)
    #expect(version.description.utf8.count == 16)
    #expect(RecordVersion(digest: 10).description == "000000000000000a")
    for text in ["", "a", "000000000000000A", "+00000000000000a", "000000000000000a0", "00000000000000é"] {
      #expect(RecordVersion(text) == nil)
    }
  }

  @Test func randomRowsHaveEachTheirOwn() {
    var generator = SystemRandomNumberGenerator()
    var versions = Set<RecordVersion>()
    for number in 0..<20_000 {
      versions.insert(
        RecordVersion([.integer(Int64(number)), .text(String(UInt8.random(in: .min ... .max, using: &generator)))]))
    }
    #expect(versions.count == 20_000)
  }
}

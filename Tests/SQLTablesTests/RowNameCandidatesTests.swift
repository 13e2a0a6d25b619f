import TableModel
import Testing

@testable import SQLTables

struct RowNameCandidatesTests {
  private func names(_ table: String, _ columns: String...) -> [[String]] {
    let described = columns.map { (name: $0, isText: true) }
    return RowNameCandidates(table: table, columns: described, keys: [0]).all.map { $0.columns.map { columns[$0] } }
  }

  @Test func theLikeliestComeFirst() {
    #expect(names("people", "id", "title", "last_name", "first_name").first == ["first_name", "last_name"])
    #expect(names("customers", "id", "contact_name", "company_name").first == ["company_name"])
    #expect(names("Categories", "id", "Name", "CategoryName") == [["CategoryName"], ["Name"]])
    #expect(names("t", "id", "title", "name", "x") == [["name"], ["title"]])
    #expect(names("mails", "id", "body", "subject", "x") == [["subject"]])
    #expect(names("users", "id", "email", "age", "login") == [["login"], ["email"]])
    #expect(names("t", "id", "word") == [["word"]])
    #expect(names("t", "name", "x", "y") == [])
  }

  @Test func fewMayHaveTheSame() {
    func evidence(_ values: [String?]) -> NameEvidence {
      var evidence = NameEvidence()
      for value in values { evidence.add([value.map { .text($0) } ?? .null]) }
      return evidence
    }
    #expect(evidence(["a", "a", "b"]).isName(isStrong: true) && !evidence(["a", "a", "b"]).isName(isStrong: false))
    #expect(!evidence(["a", "a", "a"]).isName(isStrong: true))
    #expect(!evidence(["a", nil, nil]).isName(isStrong: true))
    #expect(evidence([]).isName(isStrong: false))
    #expect(!evidence([String(repeating: "x", count: 300)]).isName(isStrong: false))
  }
}

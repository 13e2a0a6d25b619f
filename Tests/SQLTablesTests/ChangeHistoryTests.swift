import TableModel
import Testing

@testable import SQLTables

@Suite struct ChangeHistoryTests {
  private let history = ChangeHistory()

  private func label(of tables: String..., at number: UInt64) -> DataVersion {
    history.label(of: tables, at: DataVersion(number))
  }

  @Test func withoutAHistoryTheLabelIsTheFiles() {
    #expect(label(of: "a", at: 1) == DataVersion(1))
  }

  @Test func aTableKeepsTheLabelThatTheFileHadWhenItWasChanged() {
    history.add(["a"], from: DataVersion(1), to: DataVersion(2))
    history.add(["b"], from: DataVersion(2), to: DataVersion(3))
    history.add(["c", "b"], from: DataVersion(3), to: DataVersion(4))
    #expect(label(of: "a", at: 4) == DataVersion(2))
    #expect(label(of: "b", at: 4) == DataVersion(4))
    #expect(label(of: "a", "b", at: 4) == DataVersion(4))
    #expect(label(of: "still", at: 4) == DataVersion(1))
    #expect(label(of: "still", "a", at: 4) == DataVersion(2))
  }

  @Test func atAnyOtherStateTheLabelIsTheFiles() {
    history.add(["a"], from: DataVersion(1), to: DataVersion(2))
    #expect(label(of: "still", at: 1) == DataVersion(1))
    #expect(label(of: "still", at: 3) == DataVersion(3))
  }

  @Test func whatOthersHaveChangedBeginsAnew() {
    history.add(["a"], from: DataVersion(1), to: DataVersion(2))
    history.add(["a"], from: DataVersion(3), to: DataVersion(4))
    #expect(label(of: "still", at: 4) == DataVersion(3))
    history.forget()
    #expect(label(of: "still", at: 4) == DataVersion(4))
  }
}

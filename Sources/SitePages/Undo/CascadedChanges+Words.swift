import SiteTables
package import TableModel

extension [CascadedChanges] {
  /// What happened to rows elsewhere, in one sentence: "12 rows of track were deleted and 3 rows of list were changed with them".
  /// - Parameter wouldBe: whether it hasn't happened yet.
  func words(wouldBe: Bool) -> String? {
    let parts = flatMap { other -> [String] in
      let deleted =
        other.deleted > 0
        ? ["\(other.deleted.counted("row", "rows")) of \(other.table) \(Self.verb(other.deleted, "deleted", wouldBe))"]
        : []
      let changed =
        other.changed > 0
        ? ["\(other.changed.counted("row", "rows")) of \(other.table) \(Self.verb(other.changed, "changed", wouldBe))"]
        : []
      return deleted + changed
    }
    guard !parts.isEmpty else { return nil }
    return parts.joined(separator: ", ") + " as well."
  }

  private static func verb(_ count: Int, _ verb: String, _ wouldBe: Bool) -> String {
    wouldBe ? "will be \(verb)" : count == 1 ? "was \(verb)" : "were \(verb)"
  }
}

extension RecordChangeResult {
  /// What is said of changes that did more than they say, or can't be taken back; empty where there is nothing to be said.
  package var warning: String {
    guard outcomes.contains(where: { $0.action != .unchanged }) else { return "" }
    if inverse == nil {
      return [others.words(wouldBe: false), "This can't be undone.", obstacle].compactMap(\.self).joined(
        separator: " ")
    }
    let triggers =
      triggered.isEmpty
      ? nil : "Triggers changed \(triggered.joined(separator: ", ")) too, which is not undone with it."
    return [others.words(wouldBe: false), triggers].compactMap(\.self).joined(separator: " ")
  }
}

extension RecordDryRun {
  /// What is said before changes that take others along, can't be taken back, or can't be made; `nil` for nothing.
  package var warning: EditPage.Alert? {
    if !problems.isEmpty {
      var words: [String] = []
      for problem in problems where !words.contains(problem.text) { words.append(problem.text) }
      var alert = EditPage.Alert(lead: "This can't be deleted.", text: words.joined(separator: " "))
      alert.isObstacle = true
      return alert
    }
    if canBeTakenBack {
      return others.words(wouldBe: true).map {
        EditPage.Alert(lead: "Others go with it.", text: $0 + " It can all be undone together.")
      }
    }
    let words = [others.words(wouldBe: true), obstacle].compactMap(\.self)
    return EditPage.Alert(lead: "This can't be undone.", text: words.joined(separator: " "))
  }
}

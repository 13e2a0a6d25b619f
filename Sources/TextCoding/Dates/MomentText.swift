/// A day and a time as tables hold them, `2025-10-14 06:30:00`, and as the control of browsers has them, `2025-10-14T06:30:00`
/// (HTML Standard, section "Local dates and times"). Those with a zone or parts of a second have no such control.
package struct MomentText {
  /// What stands between day and time.
  private let separator: Character
  private let hasSeconds: Bool
  private let day: Substring
  private let time: Substring

  /// Reads a moment as a table or a browser writes it.
  package init?(_ text: String) {
    guard text.utf8.count == 16 || text.utf8.count == 19, CalendarDay.number(String(text.prefix(10))) != nil else {
      return nil
    }
    let rest = text.dropFirst(10)
    guard let separator = rest.first, separator == " " || separator == "T" else { return nil }
    self.separator = separator
    day = text.prefix(10)
    time = rest.dropFirst()
    let parts = time.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3,
      parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (48...57).contains($0) } })
    else { return nil }
    // What browsers don't take for a time they show as nothing, and send back as nothing.
    guard let hour = Int(parts[0]), hour < 24, parts.dropFirst().allSatisfy({ Int($0).map { $0 < 60 } ?? false }) else {
      return nil
    }
    hasSeconds = parts.count == 3
  }

  /// As the control of a browser has it.
  package var controlText: String { "\(day)T\(time)" }

  /// The same moment in the way in which another one is written; as SQLite writes moments by itself where there is none.
  package func written(like model: MomentText?) -> String {
    let model = (separator: model?.separator ?? " ", hasSeconds: model?.hasSeconds ?? true)
    let time = hasSeconds ? String(time) : model.hasSeconds ? time + ":00" : String(time)
    return "\(day)\(model.separator)\(time)"
  }
}

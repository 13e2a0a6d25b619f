import SitePages
import TableArguments

extension ControllerPage {
  /// The page that asks before a row or a section is deleted, where the address asks for that.
  func question(_ request: PageRequest) async throws -> PageAnswer? {
    guard request.format == .html else { return nil }
    let question = DeleteQuestion(context: context, entry: entry)
    if let row = events.deleting { return try await question.answer(row, events, request) }
    guard let section = events.deletingSection else { return nil }
    return try await question.answer(section: section, request)
  }
}

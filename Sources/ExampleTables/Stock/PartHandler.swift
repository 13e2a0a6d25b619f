import TablePages

/// What happens to parts: they are ordered, used up, counted.
struct PartHandler: ActionHandler, EditHandler, DeletionPolicy {
  typealias ViewModel = PartViewModel

  static let order = RowAction("order", title: "Order ten more")
  let fields = [
    EditField("name", title: "Part", isRequired: true, maximumLength: 80),
    EditField("shelf", title: "Shelf", maximumLength: 10),
    EditField("count", title: "In stock", .number, isRequired: true, initial: "0"),
  ]

  func viewModel(_ edit: Edit) throws -> PartViewModel {
    guard let count = Int(edit["count"]), (0...1_000_000).contains(count) else {
      throw FieldErrors(["count": "A count is a whole number from 0 to 1,000,000"])
    }
    return PartViewModel(
      id: edit.id, name: edit["name"], shelf: edit["shelf"], count: count, level: edit.old?.level ?? 0)
  }

  /// What is in store can't be deleted.
  func deleteConfirmation(_ row: DeletableRow) -> DeleteConfirmation? {
    guard row.viewModel.count == 0 else { return nil }
    return DeleteConfirmation("Throw “\(row.viewModel.name)” away?", button: "Throw it away")
  }

  func actions(_ target: ActionTarget) -> [RowAction] { target.viewModel.count < 100 ? [Self.order] : [] }

  func perform(_ action: RowAction, _ target: ActionTarget) -> EventOutcome {
    var part = target.viewModel
    part.count += 10
    return .edits([.replace(part)], "Ten more of “\(part.name)” are on their way.")
  }
}

import TablePages

/// What happens to parts: they are ordered, used up, counted.
struct PartHandler: CellEventHandler {
  static let fields = [
    EditField("name", title: "Part", isRequired: true, maximumLength: 80),
    EditField("shelf", title: "Shelf", maximumLength: 10),
    EditField("count", title: "In stock", .number, isRequired: true, initial: "0"),
  ]
  static let order = RowAction("order", title: "Order ten more")

  func viewModel(
    _ values: [String: String], replacing old: PartViewModel?, id: RowKey
  ) throws(FieldErrors) -> PartViewModel {
    guard let count = Int(values["count"] ?? ""), (0...1_000_000).contains(count) else {
      throw FieldErrors(["count": "A count is a whole number from 0 to 1,000,000"])
    }
    return PartViewModel(
      id: id, name: values["name"] ?? "", shelf: values["shelf"] ?? "", count: count, level: old?.level ?? 0)
  }

  func deleteConfirmation(_ event: TableEvent<PartViewModel>) -> DeleteConfirmation {
    DeleteConfirmation("Throw “\(event.viewModel.name)” away?", button: "Throw it away")
  }

  /// What is in store can't be deleted.
  func editingStyle(_ event: TableEvent<PartViewModel>) -> EditingStyle { event.viewModel.count == 0 ? .delete : .none }

  func menuActions(_ event: TableEvent<PartViewModel>) -> [RowAction] { [Self.order] }

  func canPerform(_ action: RowAction, _ event: TableEvent<PartViewModel>) -> Bool {
    action != Self.order || event.viewModel.count < 100
  }

  func perform(_ action: RowAction, _ event: TableEvent<PartViewModel>) -> EventOutcome {
    var part = event.viewModel
    part.count += 10
    return .edits([.replace(part)], "Ten more of “\(part.name)” are on their way.")
  }
}

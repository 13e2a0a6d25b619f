import TablePages

/// What happens to tasks. What it leaves out behaves as any row does.
struct TaskHandler: CellEventHandler {
  static let fields = [
    EditField("title", title: "Task", isRequired: true),
    EditField("due", title: "Due", .date),
    EditField("hours", title: "Hours", .number),
    EditField("priority", title: "Priority", .choice(TaskViewModel.priorities), initial: "normal"),
    EditField("isDone", title: "Done", .boolean),
  ]
  static let finish = RowAction("finish", title: "Mark as done")
  static let reopen = RowAction("reopen", title: "Open again")
  static let duplicate = RowAction("duplicate", title: "Duplicate")

  func viewModel(
    _ values: [String: String], replacing old: TaskViewModel?, id: RowKey
  ) throws(FieldErrors) -> TaskViewModel {
    var task = old ?? TaskViewModel(id: id, title: "")
    task.title = values["title"] ?? ""
    task.due = values["due"] ?? ""
    task.hours = Double(values["hours"] ?? "")
    task.priority = values["priority"].flatMap { $0.isEmpty ? nil : $0 } ?? "normal"
    task.isDone = EditField.boolean(values["isDone"] ?? "") ?? false
    guard (task.hours ?? 0) >= 0 else { throw FieldErrors(["hours": "A task takes no less than no time"]) }
    guard task.title.count <= 200 else { throw FieldErrors(["title": "Say it in 200 characters"]) }
    return task
  }

  func fieldValues(_ task: TaskViewModel) -> [String] {
    [task.title, task.due, task.hours?.formattedHours ?? "", task.priority, String(task.isDone)]
  }

  // MARK: Selection

  func shouldHighlight(_ event: TableEvent<TaskViewModel>) -> Bool { !event.viewModel.isDone }

  func willSelect(_ event: TableEvent<TaskViewModel>) -> SelectionChoice {
    event.viewModel.isDone ? .refused("What is done can't be chosen.") : .this
  }

  func accessoryButtonTapped(_ event: TableEvent<TaskViewModel>) -> EventOutcome { .message(event.viewModel.remark) }

  // MARK: Actions

  func menuActions(_ event: TableEvent<TaskViewModel>) -> [RowAction] { [Self.finish, Self.reopen] }

  func editActions(_ event: TableEvent<TaskViewModel>) -> [RowAction] { [Self.duplicate] }

  func canPerform(_ action: RowAction, _ event: TableEvent<TaskViewModel>) -> Bool {
    switch action {
    case Self.finish: !event.viewModel.isDone
    case Self.reopen: event.viewModel.isDone
    default: true
    }
  }

  func perform(_ action: RowAction, _ event: TableEvent<TaskViewModel>) -> EventOutcome {
    var task = event.viewModel
    switch action {
    case Self.duplicate:
      task.id = .unique()
      task.isPinned = false
      let below = event.position.map { CellPosition(section: $0.section, row: $0.row + 1) }
      return .edits([.insert(task, at: below)], "Duplicated “\(task.title)”.")
    default:
      task.isDone = action == Self.finish
      return .edits([.replace(task)], task.isDone ? "Done: “\(task.title)”." : "Open again: “\(task.title)”.")
    }
  }

  // MARK: Editing

  func editingStyle(_ event: TableEvent<TaskViewModel>) -> EditingStyle { event.viewModel.isPinned ? .none : .delete }

  func deleteConfirmation(_ event: TableEvent<TaskViewModel>) -> DeleteConfirmation {
    DeleteConfirmation(
      "Delete “\(event.viewModel.title)”?", remark: event.viewModel.isDone ? nil : "It isn't done yet.",
      button: "Delete it")
  }

  func isMovable(_ event: TableEvent<TaskViewModel>) -> Bool { !event.viewModel.isPinned }

  /// The pinned task stays first.
  func targetForMove(_ event: TableEvent<TaskViewModel>, proposed: CellPosition) -> CellPosition {
    CellPosition(section: proposed.section, row: proposed.section == 0 ? max(proposed.row, 1) : proposed.row)
  }
}

/// What happens to pointers: they lead to their task.
struct TaskLinkHandler: CellEventHandler {
  func willSelect(_ event: TableEvent<TaskLinkViewModel>) -> SelectionChoice { .other(event.viewModel.target) }

  func shouldIndentWhileEditing(_ event: TableEvent<TaskLinkViewModel>) -> Bool { false }
}

/// What happens to the table's footer.
struct TaskFooterHandler: ViewEventHandler {
  static let tidy = RowAction("tidy", title: "Remove what is done", isDestructive: true)

  func menuActions(_ event: TableEvent<BannerViewModel>) -> [RowAction] { [Self.tidy] }

  func perform(_ action: RowAction, _ event: TableEvent<BannerViewModel>) -> EventOutcome {
    guard let table = event.table as? MemoryTable else { return .nothing }
    let done = table.contents.sections.flatMap(\.cells).compactMap { $0 as? TaskViewModel }.filter(\.isDone)
    guard !done.isEmpty else { return .refused("Nothing is done yet.") }
    return .edits(
      done.map { .remove($0.id, expecting: RowVersion($0)) },
      done.count == 1 ? "Removed one task." : "Removed \(done.count) tasks.")
  }
}

import TablePages

/// What happens to tasks. What it leaves out behaves as any row does.
struct TaskHandler: EventHandler {
  typealias ViewModel = TaskViewModel

  static let finish = RowAction("finish", title: "Mark as done")
  static let reopen = RowAction("reopen", title: "Open again")
  static let duplicate = RowAction("duplicate", title: "Duplicate", .trailing)
  let fields = [
    EditField("title", title: "Task", isRequired: true),
    EditField("due", title: "Due", .date),
    EditField("hours", title: "Hours", .number),
    EditField("priority", title: "Priority", .choice(TaskViewModel.priorities), initial: "normal"),
    EditField("isDone", title: "Done", .boolean),
  ]
}

extension TaskHandler: EditHandler, FieldFormatter {
  func viewModel(_ edit: Edit) throws -> TaskViewModel {
    var task = edit.old ?? TaskViewModel(id: edit.id, title: "")
    task.title = edit["title"]
    task.due = edit["due"]
    task.hours = Double(edit["hours"])
    task.priority = edit["priority"].isEmpty ? "normal" : edit["priority"]
    task.isDone = EditField.boolean(edit["isDone"]) ?? false
    guard (task.hours ?? 0) >= 0 else { throw FieldErrors(["hours": "A task takes no less than no time"]) }
    guard task.title.count <= 200 else { throw FieldErrors(["title": "Say it in 200 characters"]) }
    return task
  }

  func fieldValues(_ row: FormattedRow) -> [String: String] { ["hours": row.viewModel.hours?.formattedHours ?? ""] }
}

extension TaskHandler: HighlightPolicy, SelectionPolicy, AccessoryHandler {
  func shouldHighlight(_ row: HighlightedRow) -> Bool { !row.viewModel.isDone }

  func willSelect(_ row: SelectableRow) -> SelectionChoice {
    row.viewModel.isDone ? .refused("Tasks that are done can't be selected.") : .this
  }

  func accessoryButtonTapped(_ row: TappedRow) -> EventOutcome { .message(row.viewModel.remark) }
}

extension TaskHandler: ActionHandler {
  func actions(_ target: ActionTarget) -> [RowAction] {
    [target.viewModel.isDone ? Self.reopen : Self.finish, Self.duplicate]
  }

  func perform(_ action: RowAction, _ target: ActionTarget) -> EventOutcome {
    var task = target.viewModel
    switch action {
    case Self.duplicate:
      task.id = .unique()
      task.isPinned = false
      let below = target.position.map { CellPosition(section: $0.section, row: $0.row + 1) }
      return .edits([.insert(task, at: below)], "Duplicated “\(task.title)”.")
    default:
      task.isDone = action == Self.finish
      return .edits([.replace(task)], task.isDone ? "Done: “\(task.title)”." : "Open again: “\(task.title)”.")
    }
  }
}

extension TaskHandler: DeletionPolicy, MovePolicy {
  func deleteConfirmation(_ row: DeletableRow) -> DeleteConfirmation? {
    let task = row.viewModel
    guard !task.isPinned else { return nil }
    return DeleteConfirmation(
      "Delete “\(task.title)”?", remark: task.isDone ? nil : "It isn't done yet.", button: "Delete it")
  }

  func isMovable(_ row: MovableRow) -> Bool { !row.viewModel.isPinned }

  /// The pinned task stays first.
  func target(of row: MovableRow, proposed: CellPosition) -> CellPosition {
    CellPosition(section: proposed.section, row: proposed.section == 0 ? max(proposed.row, 1) : proposed.row)
  }
}

/// What happens to pointers: they lead to their task.
struct TaskLinkHandler: SelectionPolicy, IndentationPolicy {
  typealias ViewModel = TaskLinkViewModel

  func willSelect(_ row: SelectableRow) -> SelectionChoice { .other(row.viewModel.target) }

  func shouldIndentWhileEditing(_ row: IndentedRow) -> Bool { false }
}

/// What happens to the table's footer.
struct TaskFooterHandler: ActionHandler {
  typealias ViewModel = BannerViewModel

  static let tidy = RowAction("tidy", title: "Remove what is done", isDestructive: true)

  func actions(_ target: ActionTarget) -> [RowAction] { [Self.tidy] }

  func perform(_ action: RowAction, _ target: ActionTarget) -> EventOutcome {
    guard let table = target.table.source as? MemoryTable<AnyRow> else { return .nothing }
    let done = table.contents.sections.flatMap(\.rows).compactMap { $0.base as? TaskViewModel }.filter(\.isDone)
    guard !done.isEmpty else { return .refused("Nothing is done yet.") }
    return .edits(
      done.map { .remove($0.id, expecting: RowVersion($0)) },
      done.count == 1 ? "Removed one task." : "Removed \(done.count) tasks.")
  }
}

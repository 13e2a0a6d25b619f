import TablePages

/// Something to do.
struct TaskViewModel: CellViewModel {
  var id: RowKey
  var title: String
  /// A day, as `2026-01-31`; empty for none.
  var due = ""
  var hours: Double?
  var priority = "normal"
  var isDone = false
  var remark = ""
  /// Stays where it is and can't be deleted.
  var isPinned = false

  static let priorities = ["low", "normal", "high"]

  var accessory: CellAccessory { remark.isEmpty ? .none : .detailButton }
}

/// Draws something to do.
struct TaskCell: OutletCell {
  static let nib = """
    <span class="cell-text">{{#isDone}}<s>{{title}}</s>{{/isDone}}{{^isDone}}{{title}}{{/isDone}}\
    <span class="subtitle">{{details}}</span></span>
    """

  @Outlet var title: String
  @Outlet var details: String
  @Outlet var isDone: Bool

  func configure(with task: TaskViewModel) {
    title = task.title
    isDone = task.isDone
    let hours = task.hours.map { $0 == 1 ? "1 hour" : "\($0.formattedHours) hours" }
    details = [
      task.due.isEmpty ? nil : "due \(task.due)", hours, task.priority == "normal" ? nil : "\(task.priority) priority",
    ].compactMap(\.self).joined(separator: " · ")
  }
}

extension Double {
  /// `2` and `1.5`.
  var formattedHours: String { self == rounded() && magnitude < 1e15 ? String(Int64(self)) : String(self) }
}

/// Points to another task: whoever chooses it has chosen that one.
struct TaskLinkViewModel: CellViewModel {
  var id: RowKey
  var title: String
  var target: RowKey
}

/// Draws a pointer to another task.
struct TaskLinkCell: OutletCell {
  static let nib = #"<span class="cell-text muted">See “{{title}}”</span>"#

  @Outlet var title: String

  func configure(with link: TaskLinkViewModel) { title = link.title }
}

package import TablePages

/// Things to do, which visitors choose, finish, change, add, move, copy and delete.
package enum Tasks {
  /// Mounts the table with its cells and handlers.
  package static func mount(on site: inout Site, at path: String = "/examples/tasks") throws {
    try site.mount(table(), at: path) {
      $0.register(TaskCell.self, nib: TaskCell.nib)
      $0.register(TaskLinkCell.self, nib: TaskLinkCell.nib)
      $0.register(BannerView.self, nib: BannerView.nib)
      $0.handle(TaskHandler())
      $0.handle(TaskLinkHandler())
      $0.handle(TaskFooterHandler())
      $0.handlers.allowInsertions(TaskHandler(), title: "New task")
      $0.selection = .multiple
      $0.changes = .everyone
    }
  }

  static func table() throws -> MemoryTable<AnyRow> {
    try MemoryTable(
      "Tasks", summary: "Choose, finish, change, add, move and copy them: everybody can",
      tableFooter: BannerViewModel(text: "What is done", remark: "stays here until somebody tidies up."),
      columns: [
        .init("title", of: \TaskViewModel.title, \TaskLinkViewModel.title),
        .init("due", of: \TaskViewModel.due, type: .date), .init("hours", of: \TaskViewModel.hours, unit: "h"),
        .init("priority", of: \TaskViewModel.priority), .init("done", of: \TaskViewModel.isDone),
      ],
      sections: [
        TableSection(
          "Today",
          rows: [
            TaskViewModel(
              id: 1, title: "Look at this list", remark: "It is pinned: it stays first, and can't be deleted.",
              isPinned: true),
            TaskViewModel(
              id: 2, title: "Water the plants", due: "2026-03-02", hours: 0.5,
              remark: "The ones in the shelter of station 0614, too."),
            TaskViewModel(id: 3, title: "Calibrate sensor 3", due: "2026-03-02", hours: 2, priority: "high"),
            TaskViewModel(id: 4, title: "Order cable", isDone: true),
          ]),
        TableSection(
          "Later",
          rows: [
            TaskViewModel(id: 5, title: "Paint the mast", hours: 6, priority: "low"),
            TaskLinkViewModel(id: 6, title: "Calibrate sensor 3", target: 3),
          ]),
      ])
  }
}

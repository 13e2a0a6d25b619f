import SitePages
import SiteTables
import TableArguments
import TableModel
import TableRendering

/// Answers the page from which any table or row is gone to: tables by their names, rows by what stands in them.
struct JumpResponder: Sendable {
  let context: SiteContext
  let tables: MountedTables

  /// Tables that are offered at most, and rows.
  private static let limit = 20

  func answer(_ request: PageRequest) async throws -> PageAnswer {
    let words = request.arguments.last { $0.name == "q" }?.value ?? ""
    let found = await tables(named: words) + (words.isEmpty ? [] : try await rows(words))
    let layout = PageLayout(
      title: "Go to · \(context.title)", crumbs: [.init(title: "Go to")], returnTo: context.map.home,
      preferences: request.preferences, flash: request.flash, visitor: request.visitor)
    return try context.page(
      context.nibs.jump, JumpView(layout, context, words: words, found: found), headers: PageHeaders.html())
  }

  /// The tables whose names hold a text, those first that begin with it.
  private func tables(named text: String) async -> [JumpView.Found] {
    let text = text.lowercased()
    var all: [(title: String, found: JumpView.Found)] = []
    func add(_ title: String, _ address: String, _ remark: String) {
      guard text.isEmpty || title.lowercased().contains(text) else { return }
      all.append((title, JumpView.Found(address: address, name: HTML { $0.text(title) }, remark: remark)))
    }
    for entry in context.map.databases {
      add(entry.heading, entry.address, "database")
      // A database that can't be read keeps nobody from the others.
      for table in (try? await entry.tables()) ?? [] where !table.isHidden {
        add(entry.title(ofTable: table.name), entry.address(ofTable: table.name), "table of \(entry.heading)")
      }
    }
    for list in context.map.listed { add(list.controller.title, list.address, "table") }
    let first = all.filter { $0.title.lowercased().hasPrefix(text) }
    let others = all.filter { !$0.title.lowercased().hasPrefix(text) }
    return (first + others).prefix(Self.limit).map(\.found)
  }

  /// The rows that words stand in, as far as they are found while somebody waits.
  private func rows(_ words: String) async throws -> [JumpView.Found] {
    let limit = context.options.searchTimeLimitSeconds
    let search = SiteSearch(
      context: context, tables: tables, words: words, tableLimit: limit / 16, deadline: .now + .seconds(limit / 10))
    let found = try await search.search(context.map.databases + context.map.columnTables).found
    return found.flatMap { table in
      table.rows.compactMap { row -> JumpView.Found? in
        guard let address = row.address, let title = row.title?.html else { return nil }
        return JumpView.Found(address: address, name: title, remark: table.title)
      }
    }.prefix(Self.limit).map(\.self)
  }
}

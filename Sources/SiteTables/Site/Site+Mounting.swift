public import TableModel
import TableRendering

extension Site {
  /// Serves a table at a path, such as `/examples/hello`.
  public mutating func mount(
    _ table: some TableViewModelProvider, at path: String, _ setUp: (inout SourceSetup) -> Void = { _ in }
  ) {
    mount(SourceSetup(title: Self.title(of: path)), table, at: path, nil, setUp)
  }

  /// Serves a table in memory at a path, under its own title.
  public mutating func mount<Row: CellViewModel>(
    _ table: MemoryTable<Row>, at path: String, _ setUp: (inout SourceSetup) -> Void = { _ in }
  ) {
    mount(SourceSetup(title: table.contents.title, summary: table.contents.summary), table, at: path, nil, setUp)
  }

  /// Serves tables that are made for each request, by its path and its visitor:
  ///
  /// ```swift
  /// site.mount(at: "/projects/{project}/tasks") { path, visitor in
  ///   try await tasks(of: try path["project"], for: visitor)
  /// } setUp: {
  ///   $0.register(TaskCell.self, nib: TaskCell.nib)
  /// }
  /// ```
  /// Lists of tables don't name them, and their pages are made anew for every request.
  /// - Parameter make: throws `TableError.notFound` where there is no such table.
  public mutating func mount(
    at path: String,
    _ make:
      @escaping @Sendable (_ path: PathParameters, _ visitor: TableVisitor) async throws
      -> any TableViewModelProvider,
    setUp: (inout SourceSetup) -> Void = { _ in }
  ) {
    mount(SourceSetup(title: Self.title(of: path)), UnmadeTable(), at: path, make, setUp)
  }

  /// Takes away what is mounted on a path, as it was written there.
  public mutating func unmount(_ path: String) {
    tables.removeAll { $0.path == path }
    mounts.removeAll { $0.path == path }
  }

  private mutating func mount(
    _ setup: SourceSetup, _ table: any TableViewModelProvider, at path: String, _ make: TableMount.MakeProvider?,
    _ setUp: (inout SourceSetup) -> Void
  ) {
    var setup = setup
    setUp(&setup)
    tables.append(TableMount(path: path, setup: setup, provider: table, make: make))
  }

  /// What a table is called of which nothing is said: `/examples/hello` is `Hello`.
  private static func title(of path: String) -> String {
    SiteMap.title(path.split(separator: "/").last { !$0.hasPrefix("{") }.map(String.init) ?? "Table")
  }
}

import Synchronization

/// A table that is kept in memory: give it rows, mount it on a path. Any thread may read and change it at any time.
///
/// ```swift
/// let table = try MemoryTable("Greetings", rows: [Greeting(id: 1, text: "Hello!"), Greeting(id: 2, text: "Good day!")])
/// try table.add(Greeting(id: 3, text: "Good night!"))
/// ```
/// It answers pages of any size in either direction, across sections, with an exact count. With columns, its rows can be filtered, sorted,
/// searched, counted and exported as well:
///
/// ```swift
/// let tasks = try MemoryTable("Tasks", columns: [.init("title", \.title), .init("due", \.due, type: .date)], rows: tasks)
/// ```
/// Rows of several kinds are `AnyRow`.
public final class MemoryTable<Row: CellViewModel>: TableViewModelProvider {
  private struct State {
    var contents: TableContents<Row>
    /// Counts the changes; part of the version of every page.
    var changes: UInt64 = 0 {
      didSet { snapshot = nil }
    }
    /// What was found out about the contents as they are.
    var snapshot: MemorySnapshot<Row>?
  }

  /// The columns of its rows; without them, a table is cells alone.
  let columns: [TableColumn<Row>]

  /// Makes rows and edits them by their columns; `nil` where that is left to handlers.
  let editor: ColumnEditor<Row>?

  private let state: Mutex<State>
  let work: MemoryWork
  /// Tells this table's versions from those of another, also of one that had its place before a restart.
  private let instance = UInt64.random(in: 1...UInt64.max)
  /// Ties page tokens to the table; the same after a restart, so that links keep working.
  let identity: String

  /// A table with the given contents.
  /// - Parameters:
  ///   - columns: what can be asked of its rows; the id stands before them unless one of them has that name.
  ///   - new: makes a row with an id that no row has. With it visitors who may change the table can make rows, and change the columns that
  ///     have writable paths, without any handler. Called also to see what stands in the fields of a new row.
  public convenience init(
    _ contents: TableContents<Row>, columns: [TableColumn<Row>] = [], new: (@Sendable (RowKey) -> Row)? = nil
  ) {
    self.init(contents, columns: columns, new: new, work: .shared)
  }

  /// A table that looks through its rows elsewhere than others.
  package init(
    _ contents: TableContents<Row>, columns: [TableColumn<Row>] = [], new: (@Sendable (RowKey) -> Row)? = nil,
    work: MemoryWork
  ) {
    self.work = work
    identity = contents.title
    self.columns = TableColumn<Row>.withID(columns)
    editor = new.map { ColumnEditor(columns, new: $0) }
    state = Mutex(State(contents: contents))
  }

  /// A table of one section of fixed rows; or an empty one, to be filled later.
  /// - Throws: `TableError.repeatedID` if two of the rows have one id.
  public convenience init(
    _ title: String, summary: String? = nil, style: TableStyle = .plain, columns: [TableColumn<Row>] = [],
    rows: [Row] = [], new: (@Sendable (RowKey) -> Row)? = nil
  ) throws {
    try self.init(
      title, summary: summary, style: style, columns: columns,
      sections: rows.isEmpty ? [] : [TableSection(rows: rows)], new: new)
  }

  /// A table of fixed sections.
  /// - Parameters:
  ///   - header: makes the header of a section from its rows as they are.
  ///   - footer: makes its footer.
  ///   - new: makes a row with an id; see `init(_:columns:new:)`.
  /// - Throws: `TableError.repeatedID` if two of their rows have one id.
  public convenience init(
    _ title: String, summary: String? = nil, style: TableStyle = .plain,
    tableHeader: (any SupplementaryViewModel)? = nil, tableFooter: (any SupplementaryViewModel)? = nil,
    emptyState: (any SupplementaryViewModel)? = nil, columns: [TableColumn<Row>] = [], sections: [TableSection<Row>],
    header: TableContents<Row>.Supplementary? = nil, footer: TableContents<Row>.Supplementary? = nil,
    new: (@Sendable (RowKey) -> Row)? = nil
  ) throws {
    var contents = TableContents<Row>(
      title: title, summary: summary, style: style, header: tableHeader, footer: tableFooter, emptyState: emptyState)
    (contents.sectionHeader, contents.sectionFooter) = (header, footer)
    for section in sections { try contents.addSection(section) }
    self.init(contents, columns: columns, new: new)
  }

  /// The contents as they are now: a value that later changes don't touch.
  public var contents: TableContents<Row> { state.withLock { $0.contents } }

  /// Several changes as one: nobody sees a state between them, and if the last of them throws, none has happened.
  ///
  /// Other users of the table wait meanwhile, so bring everything along that the changes need.
  public func update<Result>(_ change: (inout TableContents<Row>) throws -> sending Result) rethrows -> sending Result {
    try state.withLock { state in
      var changed = state.contents
      let result = try change(&changed)
      state.contents = changed
      state.changes += 1
      return result
    }
  }

  /// One change that leaves the contents alone if it throws; spares the copy that `update` makes.
  func edit<Result>(_ change: (inout TableContents<Row>) throws -> sending Result) rethrows -> sending Result {
    try state.withLock { state in
      // It shares the rows, which would be copied if they were changed beside it.
      state.snapshot = nil
      let result = try change(&state.contents)
      state.changes += 1
      return result
    }
  }

  /// The number of changes so far, tied to this very table.
  public var currentVersion: DataVersion? { version(state.withLock { $0.changes }) }

  /// The contents as they are now, with what was found out about them.
  var snapshot: MemorySnapshot<Row> {
    state.withLock { state in
      if let known = state.snapshot { return known }
      let made = MemorySnapshot(state.contents, columns: columns, version: version(state.changes))
      state.snapshot = made
      return made
    }
  }

  private func version(_ changes: UInt64) -> DataVersion { DataVersion(SIMD8(instance, changes, 0, 0, 0, 0, 0, 0)) }
}

internal import BoundedWork
internal import Synchronization
import TableModel

/// Groups the rows of tables that no engine groups: it reads all of them, and puts them in groups on a few threads of its own, so that
/// a large table holds up nobody who asks for something else.
struct GroupReader: Sendable {
  private let table: any RecordTable
  private let query: GroupQuery

  private static let threads = WorkThreads(threads: 2, queueLimit: 32, asideLimit: 2)
  /// How long the rows of a table are read.
  private static let seconds = 2.0

  init(_ table: any RecordTable, _ query: GroupQuery) {
    self.table = table
    self.query = query
  }

  func result() async throws -> GroupResult {
    let version = table.currentVersion
    let schema = try await table.schema()
    let end = ContinuousClock.now + .seconds(Self.seconds)
    var width: Double?
    if case .range(let asked) = query.key.part {
      width = asked
      if asked == nil { width = try await suitableWidth(schema, until: end) }
    }
    let collector = try await read(GroupCollector(query, schema, width: width), until: end) { collector, record in
      try collector.add(record)
    }
    return collector.result(version: table.currentVersion == version ? version : nil)
  }

  private func suitableWidth(_ schema: RecordSchema, until end: ContinuousClock.Instant) async throws -> Double {
    let column = query.key.column
    let bounds = try await read(NumberBounds(), until: end) { $0.add($1[column]) }
    return RangeWidth.suitable(from: bounds.least, through: bounds.greatest, areWhole: bounds.areWhole)
  }

  /// Every row of the selection, in `state`.
  private func read<State: Sendable>(
    _ state: State, until end: ContinuousClock.Instant, _ add: @escaping @Sendable (inout State, Record) throws -> Void
  ) async throws -> State {
    let shared = Shared(state)
    let cursor = try await table.cursor(TableQuery(pageSize: 1_000, selection: query.selection))
    while let page = try await cursor.next() {
      guard ContinuousClock.now < end else { throw TableError.timeLimitReached(seconds: Self.seconds) }
      try await Self.threads.run(
        timeLimit: Self.seconds, busy: "Too many requests for groups of rows; try again in a moment."
      ) { _ in
        try shared.state.withLock { state in
          for row in 0..<page.count { try add(&state, page[row]) }
        }
      }
    }
    return shared.state.withLock(\.self)
  }

  /// What one piece of work after another changes.
  private final class Shared<State: Sendable>: Sendable {
    let state: Mutex<State>
    init(_ state: State) { self.state = Mutex(state) }
  }
}

/// The least and the greatest number of a column.
private struct NumberBounds: Sendable {
  var least = Double.infinity, greatest = -Double.infinity
  var areWhole = true

  mutating func add(_ value: RecordValue) {
    let number: Double
    switch value {
    case .integer(let whole): number = Double(whole)
    case .real(let real):
      number = real
      if real != real.rounded() { areWhole = false }
    case .null, .text, .blob: return
    }
    least = min(least, number)
    greatest = max(greatest, number)
  }
}

import BoundedWork
internal import Synchronization
package import TableModel

/// Where the changes of a database wait for the one thread that writes them.
///
/// Whatever waits when the thread is free is written as one group: each call between savepoints of its own, all of them with one commit, for
/// the commit is what takes time: it waits for the disk. A call that fails takes nothing of the others with it; if the group as a
/// whole can't be committed, or is rolled back by what one of them did, each call gets a transaction of its own.
package final class WriteQueue<Table: Sendable>: Sendable {
  /// What is to be done at once.
  package enum Work: Sendable {
    case changes([RecordChange])
    /// Changes that are taken back at once: it is only to be found out what would become of them.
    case trial([RecordChange])
    case inverse(RecordInverse)
    /// A change of the tables themselves, which is written alone.
    case schema(SchemaChange)
    /// A statement of the site's owner, which is written alone, and who is told how many rows it has changed.
    case statement(QueryStatement, count: @Sendable (Int) -> Void)
  }

  /// Changes that belong together, and whoever waits for them.
  package struct Call: Sendable {
    package let work: Work
    package let table: Table
    package let author: ChangeAuthor
    let answer: @Sendable (Result<RecordChangeResult, any Error>) -> Void

    /// The change of the tables themselves that it is; `nil` for one of rows.
    package var schemaChange: SchemaChange? {
      if case .schema(let change) = work { change } else { nil }
    }

    /// Whether it has a transaction of its own.
    package var isAlone: Bool {
      switch work {
      case .schema, .statement: true
      case .changes, .trial, .inverse: false
      }
    }

    /// Whether it may take so long that whoever asks for a page would notice.
    var isLarge: Bool {
      switch work {
      case .changes(let changes), .trial(let changes): changes.count > WriteQueue.fewRows
      case .inverse(.changes(let changes)): changes.count > WriteQueue.fewRows
      case .inverse, .schema, .statement: true
      }
    }

    package var isTrial: Bool {
      if case .trial = work { true } else { false }
    }
  }

  private struct State {
    var waiting: [Call] = []
    /// What is run once nothing waits; it is told whether it may.
    var afterwards: [@Sendable (Bool) -> Void] = []
    var isWriting = false
  }

  private let name: String
  private let limit: Int
  private let state = Mutex(State())
  private let thread = WorkThreads(threads: 1, queueLimit: 1)
  /// Where groups of many rows are written while the other thread rests: it gives way to whoever asks for a page.
  private let threadForMany = WorkThreads(threads: 1, queueLimit: 1, niceness: 10)
  private let write: Write
  /// Calls of one transaction at most, so that none waits long for the others.
  private let groupLimit = 64
  private static var fewRows: Int { 100 }

  /// Writes a group of calls, and tells what became of each once all that could be done is committed; it throws what keeps the group as a
  /// whole from being written.
  package typealias Write = @Sendable ([Call]) throws -> [Result<RecordChangeResult, any Error>]

  /// - Parameters:
  ///   - name: what people call the database.
  ///   - limit: how many calls may wait.
  package init(name: String, limit: Int, write: @escaping Write) {
    self.name = name
    self.limit = max(limit, 1)
    self.write = write
  }

  /// Lets the threads end once everything that waits is written.
  package func stop() {
    thread.stop()
    threadForMany.stop()
  }

  /// Runs something on the writing thread once everything that waits is written.
  /// - Returns: whether it was run; there may be no thread for it.
  package func afterwards(_ work: @escaping @Sendable () -> Void) async -> Bool {
    await withCheckedContinuation { continuation in
      _ = enqueue {
        $0.afterwards.append { mayRun in
          if mayRun { work() }
          continuation.resume(returning: mayRun)
        }
        return true
      }
    }
  }

  /// Does what is asked for, all or nothing, and returns when it is stored for good.
  package func perform(_ work: Work, on table: Table, by author: ChangeAuthor) async throws -> RecordChangeResult {
    try await withCheckedThrowingContinuation { continuation in
      let call = Call(work: work, table: table, author: author) {
        continuation.resume(with: $0)
      }
      let isAccepted = enqueue { state in
        guard state.waiting.count < limit else { return false }
        state.waiting.append(call)
        return true
      }
      if !isAccepted {
        continuation.resume(
          throwing: TableError.busy(
            "The database “\(name)” has too many changes waiting; try again in a moment."))
      }
    }
  }

  /// Adds to what is to be done, and begins with it.
  /// - Parameter add: returns whether there was room.
  private func enqueue(_ add: (inout State) -> Bool) -> Bool {
    let (isAccepted, starts) = state.withLock { state in
      guard add(&state) else { return (false, false) }
      defer { state.isWriting = true }
      return (true, !state.isWriting)
    }
    // One job at a time, so the queue of the thread has room unless no thread can be made at all.
    guard starts, !thread.offer({ [self] in writeAll() }) else { return isAccepted }
    let refused = state.withLock { state in
      defer { state = State() }
      return state
    }
    for call in refused.waiting {
      call.answer(.failure(TableError.busy("No thread is available for writing; try again in a moment.")))
    }
    for work in refused.afterwards { work(false) }
    return true
  }

  private func writeAll() {
    while let group = nextGroup() {
      if group.contains(where: \.isLarge), handsOver(group) { return }
      for answer in answers(writing: group) { answer() }
    }
  }

  /// Has a group written by the thread for many rows, behind which this one goes on.
  /// - Returns: whether that thread does it.
  private func handsOver(_ group: [Call]) -> Bool {
    threadForMany.offer(
      WorkJob(giveUp: { _ in }) { [self] _ in
        let answers = answers(writing: group)
        return WorkCallback { [self] in
          for answer in answers { answer() }
          if !thread.offer({ [self] in writeAll() }) { writeAll() }
        }
      })
  }

  /// What is to be written next, once what is to be done behind all of it is done; `nil` where there is nothing.
  private func nextGroup() -> [Call]? {
    while true {
      let (group, afterwards) = state.withLock { state -> ([Call], [@Sendable (Bool) -> Void]) in
        let group = Array(state.waiting.prefix(groupLimit))
        state.waiting.removeFirst(group.count)
        guard group.isEmpty else { return (group, []) }
        defer { state.afterwards = [] }
        state.isWriting = !state.afterwards.isEmpty
        return ([], state.afterwards)
      }
      guard group.isEmpty else { return group }
      guard !afterwards.isEmpty else { return nil }
      for work in afterwards { work(true) }
    }
  }

  /// Writes a group, and returns what tells each of those who wait what became of it.
  private func answers(writing group: [Call]) -> [@Sendable () -> Void] {
    do {
      return zip(group, try write(group)).map { call, result in { call.answer(result) } }
    } catch {
      if group.count > 1, !(error is TableError) { return group.flatMap { answers(writing: [$0]) } }
      // A file that is locked, full or gone is so for each of them.
      return group.map { call in { call.answer(.failure(error)) } }
    }
  }
}

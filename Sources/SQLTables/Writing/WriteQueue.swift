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

    package var isTrial: Bool {
      if case .trial = work { true } else { false }
    }
  }

  private struct State {
    var waiting: [Call] = []
    var isWriting = false
  }

  private let name: String
  private let limit: Int
  private let state = Mutex(State())
  private let thread = WorkThreads(threads: 1, queueLimit: 1)
  private let write: Write
  /// Calls of one transaction at most, so that none waits long for the others.
  private let groupLimit = 64

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

  /// Lets the thread end once everything that waits is written.
  package func stop() { thread.stop() }

  /// Runs something on the writing thread once everything that waits is written.
  /// - Returns: whether it was run; there may be no thread for it.
  package func afterwards(_ work: @escaping @Sendable () -> Void) async -> Bool {
    await withCheckedContinuation { continuation in
      let isTaken = thread.offer {
        work()
        continuation.resume(returning: true)
      }
      if !isTaken { continuation.resume(returning: false) }
    }
  }

  /// Does what is asked for, all or nothing, and returns when it is stored for good.
  package func perform(_ work: Work, on table: Table, by author: ChangeAuthor) async throws -> RecordChangeResult {
    try await withCheckedThrowingContinuation { continuation in
      let call = Call(work: work, table: table, author: author) {
        continuation.resume(with: $0)
      }
      if !enqueue(call) {
        continuation.resume(
          throwing: TableError.busy(
            "The database “\(name)” has too many changes waiting; try again in a moment."))
      }
    }
  }

  private func enqueue(_ call: Call) -> Bool {
    let (isAccepted, starts) = state.withLock { state in
      guard state.waiting.count < limit else { return (false, false) }
      state.waiting.append(call)
      defer { state.isWriting = true }
      return (true, !state.isWriting)
    }
    guard isAccepted, starts else { return isAccepted }
    // One job at a time, so the queue of the thread has room unless no thread can be made at all.
    if thread.offer({ [self] in writeAll() }) { return true }
    let refused = state.withLock { state in
      defer { state = State() }
      return state.waiting.dropLast()
    }
    for call in refused {
      call.answer(.failure(TableError.busy("No thread is available for writing; try again in a moment.")))
    }
    return false
  }

  private func writeAll() {
    while let group = nextGroup() { writeOrSplit(group) }
  }

  private func nextGroup() -> [Call]? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isWriting = false
        return nil
      }
      let group = Array(state.waiting.prefix(groupLimit))
      state.waiting.removeFirst(group.count)
      return group
    }
  }

  private func writeOrSplit(_ group: [Call]) {
    do {
      let results = try write(group)
      for (call, result) in zip(group, results) { call.answer(result) }
    } catch {
      if group.count > 1, !(error is TableError) {
        for call in group { writeOrSplit([call]) }
      } else {
        // A file that is locked, full or gone is so for each of them.
        for call in group { call.answer(.failure(error)) }
      }
    }
  }
}

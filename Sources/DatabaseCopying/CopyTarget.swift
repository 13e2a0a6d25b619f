internal import TableModel

/// Where rows are copied to, and where it is kept how far they are.
protocol CopyTarget {
  /// Runs `body` so that all of what it does is stored, or none of it.
  func transaction<Result>(_ body: () throws -> Result) throws -> Result
  func execute(_ sql: String) throws
  /// Notes how far a table is; part of the transaction that is open.
  func note(_ progress: TableProgress, ofTable position: Int) throws
  /// Notes that a step is done; part of the transaction that is open, if one is.
  func note(step: String, remark: String?) throws
}

/// What is done once, also when a copy is killed in between.
final class CopySteps {
  private let target: any CopyTarget
  private var done: [String: String?]

  init(_ target: any CopyTarget, done: [(name: String, remark: String?)]) {
    self.target = target
    self.done = Dictionary(done.map { ($0.name, $0.remark) }) { first, _ in first }
  }

  func isDone(_ name: String) -> Bool { done[name] != nil }

  /// Does what must succeed.
  func perform(_ name: String, remark: String? = nil, _ body: () throws -> Void) throws {
    guard done[name] == nil else { return }
    try target.transaction {
      try body()
      try target.note(step: name, remark: remark)
    }
    done[name] = .some(remark)
  }

  /// Does the first of several things that the target takes; if it takes none, says so.
  /// - Parameter attempts: statements, and what is worth saying where they are what worked.
  func attempt(_ name: String, _ attempts: [(sql: String, remark: String?)], orSay refusal: (String) -> String) throws {
    guard done[name] == nil else { return }
    var reason = ""
    for attempt in attempts {
      do {
        return try perform(name, remark: attempt.remark) { try target.execute(attempt.sql) }
      } catch TableError.unavailable(let message) { if reason.isEmpty { reason = message } }
    }
    try perform(name, remark: refusal(reason)) {}
  }
}

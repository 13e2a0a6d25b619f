/// What a server has told of commits to tables that are watched, in the order in which it told.
///
/// *Who listens is told of a commit before whoever made it hears that it is done*, as far as a question goes that is asked afterwards on the
/// listening connection: the server signals listeners before it answers the committer, and sends what they were signalled before the answer to
/// their next question (https://www.postgresql.org/docs/15/sql-notify.html). So once a question is answered, all commits are in the ledger that
/// were acknowledged before it was asked.
struct ChangeLedger: Sendable {
  /// A place in the ledger.
  struct Mark: Hashable, Sendable {
    /// Which connection it is of.
    var connection: UInt64 = 0
    /// How many commits it had told.
    var count: UInt64 = 0
  }

  /// The present end.
  private(set) var end = Mark()
  /// Whether the connection is told of commits.
  private(set) var isListening = false
  /// Where the last commit to each table stands, by the table's number.
  private var last: [Int: UInt64] = [:]
  /// Where the last change of a definition stands.
  private(set) var lastDefinition: UInt64 = 0

  /// Begins anew, with another connection: what was committed in between nobody has told.
  mutating func begin(isListening: Bool) {
    guard isListening || self.isListening else { return }
    self.isListening = isListening
    end = Mark(connection: end.connection + 1)
    last.removeAll()
    lastDefinition = 0
  }

  /// Notes a commit to a table, or of a definition where the text is no number.
  mutating func note(_ text: String) {
    end.count += 1
    if let table = Int(text) { last[table] = end.count } else { lastDefinition = end.count }
  }

  /// Where the last commit stands that some tables may show, that of a definition among them.
  func lastChange(of tables: some Sequence<Int>) -> UInt64 {
    tables.reduce(lastDefinition) { max($0, last[$1] ?? 0) }
  }
}

/// What is sent around requests on a connection that a pooler gives to others between two transactions: each round trip is a transaction, and brings
/// its settings. What is set for longer would be gone the next time, or be there for somebody else.
struct TransactionFrame: Sendable {
  /// One of what is sent in a round trip.
  struct Part {
    let request: PostgreSQLRequest
    /// Whether nobody asked for it, so that its answer is nobody's.
    var isFrame = false
  }

  private let settings: PostgreSQLRequest
  private static let begin = PostgreSQLRequest("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
  private static let commit = PostgreSQLRequest("COMMIT")

  /// - Parameter milliseconds: what a statement may take at most.
  init(timeLimit milliseconds: Int) {
    settings = SessionSettings.ofTransaction(timeLimit: milliseconds).ofTransaction
  }

  /// The whole round trip.
  /// - Parameter isOpen: whether a transaction was begun by an earlier one.
  func around(_ requests: [PostgreSQLRequest], isOpen: Bool) -> [Part] {
    var parts = requests.map { Part(request: $0) }
    let settings = Part(request: settings, isFrame: true)
    if isOpen { return parts }
    if requests.first?.beginsTransaction == true {
      // Whoever begins one ends it too.
      parts.insert(settings, at: 1)
      return parts
    }
    return [Part(request: Self.begin, isFrame: true), settings] + parts + [Part(request: Self.commit, isFrame: true)]
  }
}

package import TableModel

extension PostgreSQLDatabase: ReplicatedDatabase {
  package var replicaStatus: ReplicaStatus? {
    replicas.map { $0.condition.status }
  }

  package func tellReplicaStatus(to listener: @escaping @Sendable (ReplicaStatus) -> Void) {
    replicas?.tell { listener($0.status) }
  }

  /// What a database is called at an address.
  /// - Throws: `TableError.unavailable` for an address that can't be read.
  package static func databaseName(at address: String) throws -> String {
    do { return try ServerAddress(address).databaseName } catch { throw unreadableAddress }
  }

  static let unreadableAddress = TableError.unavailable(
    "Not a PostgreSQL address; write postgresql://user@host:port/database")

  /// Finds out whether the replicas are what they should be.
  /// - Returns: what people should know if they can't be read from at the moment.
  /// - Throws: `TableError.unavailable` if they never can.
  func checkReplicas() async throws -> String? {
    guard let replicas else { return nil }
    await replicas.look()
    let condition = replicas.condition
    guard let problem = condition.problem else { return nil }
    let message = "Rows of “\(name)” are read from the server that takes changes: \(problem)"
    if condition.isForGood { throw TableError.unavailable("Rows of “\(name)” can't be read from replicas: \(problem)") }
    return message
  }
}

extension Replicas.Condition {
  fileprivate var status: ReplicaStatus { ReplicaStatus(delaySeconds: delay, problem: problem) }

  fileprivate var delay: Double? {
    switch self {
    case .following(let delay), .late(let delay): delay
    case .unknown, .unreachable, .foreign, .independent, .silent: nil
    }
  }

  /// Whether it doesn't pass by itself.
  fileprivate var isForGood: Bool { self == .foreign || self == .silent }

  /// Why they aren't read from.
  fileprivate var problem: String? {
    switch self {
    case .following: nil
    case .unknown: "nobody has looked yet how the replicas do"
    case .late: "the replicas are too far behind"
    case .unreachable: "no replica can be reached"
    case .foreign: "what is named as a replica follows another server"
    case .independent: "what is named as a replica was promoted, and follows no other server"
    case .silent: "the servers don't tell how far their logs are"
    }
  }
}

/// A database of which rows are also read from servers that follow the one that takes changes.
package protocol ReplicatedDatabase: TableDatabase {
  /// How those do at the moment; `nil` where there are none.
  var replicaStatus: ReplicaStatus? { get }

  /// Has a function told whenever somebody has looked how they do; the last one that is named is told.
  func tellReplicaStatus(to listener: @escaping @Sendable (ReplicaStatus) -> Void)
}

/// How the servers do that follow the one that takes changes.
package struct ReplicaStatus: Sendable, Equatable {
  /// For how many seconds what they don't have yet has been there at least; `nil` if that isn't known.
  package var delaySeconds: Double?
  /// Why they aren't read from, for people; `nil` where they are.
  package var problem: String?

  package init(delaySeconds: Double?, problem: String?) {
    (self.delaySeconds, self.problem) = (delaySeconds, problem)
  }
}

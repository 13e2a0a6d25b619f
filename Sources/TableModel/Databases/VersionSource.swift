/// Tells the state of data as it is now, for pages that are kept as long as it stands.
package enum VersionSource: Sendable {
  /// At once; `nil` if it can't be told.
  case immediate(@Sendable () -> DataVersion?)
  /// By a server that has to be asked: the state is one of after the question; `nil` if there is no answer.
  case asked(@Sendable () async -> DataVersion?)

  /// Whether somebody has to be asked.
  package var isAsked: Bool {
    if case .asked = self { true } else { false }
  }

  /// The state of the data as it is now.
  package func version() async -> DataVersion? {
    switch self {
    case .immediate(let version): version()
    case .asked(let version): await version()
    }
  }

  /// The state of this and another together; it can't be told where that of one can't.
  package func joined(with other: VersionSource) -> VersionSource {
    guard case .immediate(let version) = self, case .immediate(let next) = other else {
      return .asked { [self] in
        guard let version = await version(), let next = await other.version() else { return nil }
        return version.joined(with: next)
      }
    }
    return .immediate { version().flatMap { version in next().map { version.joined(with: $0) } } }
  }

  /// The same for what is told apart by less.
  package func map(_ transform: @escaping @Sendable (DataVersion) -> DataVersion) -> VersionSource {
    switch self {
    case .immediate(let version): .immediate { version().map(transform) }
    case .asked(let version): .asked { await version().map(transform) }
    }
  }
}

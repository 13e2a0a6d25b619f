internal import Synchronization

/// Something that may keep a connection suspended, and can be told to let go.
protocol Abortable: AnyObject, Sendable {
  /// Resumes the connection, now or as soon as it is suspended, with an answer that says that the server stops.
  func abort()
}

/// Everything that may keep a connection suspended. libmicrohttpd must not be stopped while one is.
final class Suspensions: Sendable {
  private struct State {
    var members: [ObjectIdentifier: any Abortable] = [:]
    var isClosed = false
  }

  private let state = Mutex(State())

  /// Enters a member, before it suspends. False: the server stops, and nothing may be suspended any more.
  func add(_ member: any Abortable) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.members[ObjectIdentifier(member)] = member
      return true
    }
  }

  func remove(_ member: any Abortable) {
    _ = state.withLock { $0.members.removeValue(forKey: ObjectIdentifier(member)) }
  }

  /// Refuses new members and aborts the present ones.
  func close() {
    let members = state.withLock { state in
      state.isClosed = true
      return Array(state.members.values)
    }
    members.forEach { $0.abort() }
  }
}

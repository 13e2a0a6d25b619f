internal import Glibc
internal import Synchronization

/// Something that may keep a connection suspended, and can be told to let go.
protocol Abortable: AnyObject, Sendable {
  /// Resumes the connection, now or as soon as it is suspended, with an answer that says that the server stops.
  func abort()
  /// The connection whose client is waited for in vain once it has left; `nil` where what was begun is brought to its end.
  var awaitedDescriptor: Int32? { get }
  /// Resumes the connection, since its client has left.
  func abandon()
}

extension Abortable {
  var awaitedDescriptor: Int32? { nil }
  func abandon() {}
}

/// Everything that may keep a connection suspended. libmicrohttpd must not be stopped while one is.
final class Suspensions: Sendable {
  private struct State {
    var members: [ObjectIdentifier: any Abortable] = [:]
    var isClosed = false
  }

  private let state = Mutex(State())

  /// Linux's `POLLRDHUP` (poll(2)), which its headers show to programs in GNU's C alone.
  private static let closed: Int16 = 0x2000

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

  /// Abandons those whose clients have closed their side of the connection, or all of it.
  ///
  /// While a connection is suspended nobody reads from it. Its descriptor stays open as long as its member is here: the worker that closes it takes
  /// the member out before.
  func abandonLonely() {
    let lonely = state.withLock { state -> [any Abortable] in
      let members = state.members.values.filter { $0.awaitedDescriptor != nil }
      guard !members.isEmpty else { return [] }
      var waits = members.map {
        pollfd(fd: $0.awaitedDescriptor ?? -1, events: Self.closed, revents: 0)
      }
      guard poll(&waits, nfds_t(waits.count), 0) > 0 else { return [] }
      return zip(members, waits).filter { $1.revents != 0 }.map(\.0)
    }
    lonely.forEach { $0.abandon() }
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

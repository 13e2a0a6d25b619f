internal import Secrets
internal import Synchronization

/// Who is signed in. A visitor's cookie holds nothing but a signed random name; what it stands for is here alone, so that signing out ends a
/// session wherever its cookie has been copied to.
final class SessionMemory: Sendable {
  /// Somebody who has signed in.
  struct Session: Sendable {
    /// The name of the account; `nil` for the owner of a server that asks for no passwords.
    var account: String?
    /// Where the account's password was another than now, the session has ended.
    var password: PasswordHash?
    var expires: ContinuousClock.Instant
  }

  /// Bytes of a session's random name.
  private static let nameSize = 16

  private struct State {
    var sessions: [[UInt8]: Session] = [:]
    /// The names in the order in which they came.
    var names: [[UInt8]] = []
  }

  private let signer: MessageSigner
  private let limit: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - secret: the installation's.
  ///   - limit: how many there are at most; the oldest ends for one more.
  init(secret: String?, limit: Int = 10_000) {
    signer = MessageSigner(secret: secret, purpose: "tablepages session")
    self.limit = limit
  }

  /// Begins a session. - Returns: the value of its cookie.
  func begin(_ session: Session) -> String {
    let name = RandomBytes.make(Self.nameSize)
    state.withLock { state in
      if state.names.count >= limit {
        let now = ContinuousClock.now
        state.sessions = state.sessions.filter { $0.value.expires > now }
        state.names.removeAll { state.sessions[$0] == nil }
        if state.names.count >= limit { state.sessions[state.names.removeFirst()] = nil }
      }
      state.names.append(name)
      state.sessions[name] = session
    }
    return Hexadecimal.text(name + signer.signature(of: name))
  }

  /// The session that a cookie stands for, if it was begun here, hasn't ended and hasn't expired.
  func session(_ cookie: String) -> Session? {
    guard let name = name(in: cookie), let session = state.withLock({ $0.sessions[name] }) else { return nil }
    guard session.expires > .now else {
      end(cookie)
      return nil
    }
    return session
  }

  /// Ends the session that a cookie stands for.
  func end(_ cookie: String) {
    guard let name = name(in: cookie) else { return }
    state.withLock { state in
      guard state.sessions.removeValue(forKey: name) != nil else { return }
      state.names.removeAll { $0 == name }
    }
  }

  /// The name in a cookie, if its signature is right.
  private func name(in cookie: String) -> [UInt8]? {
    guard let bytes = Hexadecimal.bytes(cookie), bytes.count == Self.nameSize + 32 else { return nil }
    let name = Array(bytes.prefix(Self.nameSize))
    return signer.isSignature(Array(bytes.dropFirst(Self.nameSize)), of: name) ? name : nil
  }
}

internal import Glibc
internal import Secrets
internal import TextCoding

/// Who is signed in.
///
/// Where one server knows, a visitor's cookie holds nothing but a signed random name. Where several do, it holds the signed session itself, which each
/// of them reads, and what they tell each other is which sessions have ended: so that signing out ends a session wherever its cookie has been copied to.
final class SessionStore: Sendable {
  /// Somebody who has signed in.
  struct Session: Sendable {
    /// The name of the account; `nil` for the owner of a server that asks for no passwords.
    var account: String?
    /// What tells the account's password from others: where it was another than now, the session has ended.
    var password: TokenHash?
    var expires: ContinuousClock.Instant
  }

  private let signer: MessageSigner
  private let sessions: TokenStore<Session>
  private let ended: EndedSessions?

  /// - Parameters:
  ///   - secret: the installation's.
  ///   - limit: how many there are at most where this server alone knows them; the oldest ends for one more.
  ///   - shared: what the servers of the site know together; `nil` for one that is alone.
  init(secret: String?, limit: Int = 10_000, shared: (any SharedStore)? = nil) {
    signer = MessageSigner(secret: secret, purpose: shared == nil ? "tablepages session" : "tablepages shared session")
    sessions = TokenStore(limit: limit)
    ended = shared.map { EndedSessions($0) }
  }

  /// Begins a session. - Returns: the value of its cookie.
  func begin(_ session: Session) -> String {
    let content = ended == nil ? Array(sessions.keep(session).utf8) : Self.bytes(session)
    return Hexadecimal.text(content + signer.signature(of: content), isLowercase: true)
  }

  /// The session that a cookie stands for, if it was begun here, hasn't ended and hasn't expired.
  func session(_ cookie: String) -> Session? {
    guard let content = content(of: cookie) else { return nil }
    guard let ended else {
      let name = FieldBytes.text(content)
      guard let session = sessions[name] else { return nil }
      if session.expires <= .now { sessions.take(name) }
      return session.expires > .now ? session : nil
    }
    guard let (name, session, _) = Self.session(content), session.expires > .now, !ended.contains(name) else {
      return nil
    }
    return session
  }

  /// Ends the session that a cookie stands for.
  func end(_ cookie: String) async {
    guard let content = content(of: cookie) else { return }
    guard let ended else {
      sessions.take(FieldBytes.text(content))
      return
    }
    guard let (name, _, seconds) = Self.session(content), seconds > 0 else { return }
    await ended.add(name, seconds: seconds)
  }

  /// Learns at once which sessions have ended elsewhere.
  func learnEnded() async { await ended?.learn() }

  /// What stands in a cookie, if its signature is right.
  private func content(of cookie: String) -> [UInt8]? {
    guard let bytes = Hexadecimal.bytes(lowercase: cookie), bytes.count > Self.signatureSize else { return nil }
    let content = Array(bytes.dropLast(Self.signatureSize))
    return signer.isSignature(Array(bytes.suffix(Self.signatureSize)), of: content) ? content : nil
  }

  /// Bytes of a signature (HMAC-SHA256).
  private static let signatureSize = 32

  // MARK: Sessions in cookies

  private static func bytes(_ session: Session) -> [UInt8] {
    let seconds = Int((ContinuousClock.now.duration(to: session.expires) / .seconds(1)).rounded(.up))
    let account: [UInt8] = session.account.map { [UInt8(1)] + Array($0.utf8) } ?? []
    let password: [UInt8] = session.password.map { Array($0.description.utf8) } ?? []
    return FieldBytes.bytes([RandomBytes.make(16), account, password, Array(String(time(nil) + seconds).utf8)])
  }

  /// The name of the session, the session, and how many seconds it lasts.
  private static func session(_ content: [UInt8]) -> (name: String, Session, seconds: Int)? {
    guard let fields = FieldBytes.fields(content), fields.count == 4, let end = Int(FieldBytes.text(fields[3])) else {
      return nil
    }
    let seconds = end - time(nil)
    var session = Session(expires: .now + .seconds(seconds))
    if !fields[1].isEmpty { session.account = FieldBytes.text(Array(fields[1].dropFirst())) }
    if !fields[2].isEmpty { session.password = TokenHash(FieldBytes.text(fields[2])) }
    return (Hexadecimal.text(fields[0], isLowercase: true), session, seconds)
  }
}

internal import Secrets
internal import TextCoding

/// Who is signed in. A visitor's cookie holds nothing but a signed random name; what it stands for is here alone, so that signing out ends a
/// session wherever its cookie has been copied to.
final class SessionStore: Sendable {
  /// Somebody who has signed in.
  struct Session: Sendable {
    /// The name of the account; `nil` for the owner of a server that asks for no passwords.
    var account: String?
    /// Where the account's password was another than now, the session has ended.
    var password: PasswordHash?
    var expires: ContinuousClock.Instant
  }

  private let signer: MessageSigner
  private let sessions: TokenStore<Session>

  /// - Parameters:
  ///   - secret: the installation's.
  ///   - limit: how many there are at most; the oldest ends for one more.
  init(secret: String?, limit: Int = 10_000) {
    signer = MessageSigner(secret: secret, purpose: "tablepages session")
    sessions = TokenStore(limit: limit)
  }

  /// Begins a session. - Returns: the value of its cookie.
  func begin(_ session: Session) -> String {
    let name = Array(sessions.keep(session).utf8)
    return Hexadecimal.text(name + signer.signature(of: name), isLowercase: true)
  }

  /// The session that a cookie stands for, if it was begun here, hasn't ended and hasn't expired.
  func session(_ cookie: String) -> Session? {
    guard let name = name(in: cookie), let session = sessions[name] else { return nil }
    guard session.expires > .now else {
      end(cookie)
      return nil
    }
    return session
  }

  /// Ends the session that a cookie stands for.
  func end(_ cookie: String) {
    if let name = name(in: cookie) { sessions.take(name) }
  }

  /// The name in a cookie, if its signature is right.
  private func name(in cookie: String) -> String? {
    guard let bytes = Hexadecimal.bytes(lowercase: cookie), bytes.count > Self.signatureSize else { return nil }
    let name = Array(bytes.dropLast(Self.signatureSize))
    return signer.isSignature(Array(bytes.suffix(Self.signatureSize)), of: name)
      ? String(decoding: name, as: UTF8.self) : nil
  }

  /// Bytes of a signature (HMAC-SHA256).
  private static let signatureSize = 32
}

package import MicroHTTP
package import Secrets
package import SiteConfiguration
internal import Synchronization

/// Decides who may do what.
package final class Access: Sendable {
  /// The path of the site's first page, below which its cookie is sent.
  let home: String
  /// Whether any answer depends on who asks. Where none does, nothing is looked at.
  package let isInUse: Bool
  let sessions: SessionStore
  private let attempts = AttemptLimits()
  private struct State {
    package var file: AccessFile?
    var restrictions: [SiteRestriction]
    var rules: AccessRules
  }

  private let everyone: Grants
  private let state: Mutex<State>
  /// What makes its bearer the owner, once.
  private let ownerToken: Mutex<TokenHash?>
  /// The audience of each whom the application knows, with what everyone may do besides.
  private let audiences = Mutex<[Audience: UInt64]>([:])
  private struct Audience: Hashable {
    var identity: Identity
    var everyone: [Grants]
  }
  /// Where passwords are looked at: each takes a fifth of a second and 32 MiB.
  private let passwords = SerialQueue(limit: 16)

  /// - Parameters:
  ///   - everyone: what visitors may do where there is no file.
  ///   - restrictions: what the site's file says besides.
  ///   - ownerToken: what makes its bearer the owner, once; `nil` if there is no such way in.
  ///   - secret: what sessions are signed with.
  ///   - shared: what the servers of the site know together; `nil` for one that is alone.
  ///   - home: the path of the site's first page.
  package init(
    _ file: AccessFile? = nil, everyone: Grants = Grants(.read), restrictions: [SiteRestriction] = [],
    ownerToken: TokenHash? = nil, secret: String? = nil, shared: (any SharedStore)? = nil, home: String = "/"
  ) {
    isInUse = file != nil || ownerToken != nil
    self.home = home
    self.everyone = everyone
    let rules = AccessRules(file, everyone: everyone, restrictions: restrictions)
    state = Mutex(State(file: file, restrictions: restrictions, rules: rules))
    self.ownerToken = Mutex(ownerToken)
    sessions = SessionStore(secret: secret, shared: shared)
  }

  /// Takes over what a changed file says, from the next request on. Nobody who is signed in is asked again, unless their account is gone or
  /// has another password.
  package func replace(_ file: AccessFile) { change { $0.file = file } }

  /// Takes over what a changed site file says.
  package func replace(_ restrictions: [SiteRestriction]) { change { $0.restrictions = restrictions } }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { state in
      body(&state)
      state.rules = AccessRules(state.file, everyone: everyone, restrictions: state.restrictions)
    }
  }

  private var current: AccessRules { state.withLock { $0.rules } }
  /// Who is known; `nil` where nobody is.
  package var file: AccessFile? { state.withLock { $0.file } }

  // MARK: Who asks

  /// Who asks.
  /// - Throws: `AccessError` for a token that isn't known.
  package func visitor(_ request: Request) throws(AccessError) -> Visitor {
    let rules = current
    guard isInUse else { return rules.everyone }
    if let token = request.bearerToken {
      if let visitor = rules.visitor(token: token) { return visitor }
      throw .unknownToken
    }
    guard let cookie = cookie(of: request), let session = sessions.session(cookie) else { return rules.everyone }
    return rules.visitor(session) ?? rules.everyone
  }

  /// Somebody whom the application knows.
  package func visitor(_ identity: Identity) -> Visitor {
    let everyone = current.everyone.roles
    let audience = audiences.withLock { known in
      let audience = Audience(identity: identity, everyone: everyone)
      if let number = known[audience] { return number }
      if known.count >= 4_096 { known.removeAll() }
      let number = AccessRules.nextAudience()
      known[audience] = number
      return number
    }
    return Visitor(
      name: identity.name, means: .application, roles: everyone + [identity.grants], roleNames: identity.roles,
      audience: audience)
  }

  /// Whether there is anybody who can sign in with a password.
  package var hasUsers: Bool { current.hasUsers }

  // MARK: Signing in

  /// A session that has just begun.
  package struct Entry: Sendable {
    /// What pages call who signed in.
    package let name: String
    /// The value of its cookie.
    package let cookie: String
    /// How long the session lasts.
    package let seconds: Int
  }

  /// Signs somebody in by a password.
  /// - Throws: `AccessError` for a name and a password that don't go together, after too many of them, and if too many try at once.
  package func signIn(_ name: String, _ password: String, from peer: Peer) async throws -> Entry {
    if let seconds = attempts.begin(name, from: peer) {
      throw AccessError.tooManyAttempts(seconds: seconds)
    }
    let rules = current
    let known = rules.password(of: name)
    // For a name that isn't known as much is done as for one that is, so that the time that it takes tells nothing.
    let hash = known ?? rules.anyPassword
    guard let isRight = await passwords.run({ hash?.matches(password) ?? false }) else {
      attempts.succeed(name, from: peer)
      throw AccessError.crowded
    }
    guard isRight, known != nil else { throw AccessError.wrongPassword }
    attempts.succeed(name, from: peer)
    return begin(account: name, password: known, name: name, rules)
  }

  /// Signs the owner in, by a token that is good once; `nil` if it isn't it.
  package func signIn(ownerToken text: String) -> Entry? {
    let isOwner = ownerToken.withLock { token in
      guard let expected = token, expected == TokenHash(of: text) else { return false }
      token = nil
      return true
    }
    return isOwner ? begin(account: nil, password: nil, name: "owner", current) : nil
  }

  private func begin(account: String?, password: PasswordHash?, name: String, _ rules: AccessRules) -> Entry {
    let seconds = rules.sessionSeconds
    let session = SessionStore.Session(
      account: account, password: password.map(AccessRules.mark), expires: .now + .seconds(seconds))
    return Entry(name: name, cookie: sessions.begin(session), seconds: seconds)
  }

  /// Ends the session that a request belongs to.
  package func signOut(_ request: Request) async {
    if let cookie = cookie(of: request) { await sessions.end(cookie) }
  }

  /// Learns which sessions have ended on other servers of the site, as they are told of all the time once this has begun.
  package func learnEndedSessions() async { await sessions.learnEnded() }

  // MARK: Rights

  /// Whether a visitor may do something with a table, or with every table of a database if `table` is `nil`.
  package func allows(_ permission: Permission, _ visitor: Visitor, _ database: String, _ table: String?) -> Bool {
    visitor.permission(database, table).map { $0 >= permission } ?? false
  }

  /// - Parameter place: what the visitor is told that it is called.
  /// - Throws: `AccessError` unless a visitor may do something with a table, or with every table of its database if `table` is `nil`.
  package func check(
    _ permission: Permission, _ visitor: Visitor, _ database: String, _ table: String?, called place: String
  ) throws(AccessError) {
    guard !allows(permission, visitor, database, table) else { return }
    throw denial(permission, visitor, of: place)
  }

  /// Whether those whom nobody knows may not read a table, or all of a database if `table` is `nil`.
  package func isPrivate(_ database: String, _ table: String?) -> Bool {
    !allows(.read, current.everyone, database, table)
  }

  /// Whether those whom nobody knows may not run a query of a database's owner.
  package func isPrivate(_ query: StoredQuery, _ database: String) -> Bool {
    !current.everyone.mayRun(query, of: database)
  }

  /// Whether a visitor may ask how the server does. Where nobody is known everybody may.
  package func mayAdminister(_ visitor: Visitor) -> Bool { file == nil || allows(.administer, visitor, "", nil) }

  /// - Throws: `AccessError` unless a visitor may ask how the server does.
  package func checkAdministration(_ visitor: Visitor) throws(AccessError) {
    guard mayAdminister(visitor) else { throw denial(.administer, visitor, of: "this site") }
  }

  /// What somebody is told who may not do something.
  package func denial(_ permission: Permission, _ visitor: Visitor, of place: String) -> AccessError {
    // Signing in helps nobody where nobody is known.
    guard isInUse, !visitor.isSignedIn else { return .denied(permission, place: place) }
    return .unknownVisitor(permission, place: place, hasUsers: hasUsers)
  }
}

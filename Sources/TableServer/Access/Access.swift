import SiteConfiguration
internal import MicroHTTP
internal import Secrets
internal import Synchronization

/// Decides who may do what.
final class Access: Sendable {
  /// The path of the site's first page, below which its cookie is sent.
  let home: String
  /// Whether any answer depends on who asks. Where none does, nothing is looked at.
  let isInUse: Bool
  let sessions: SessionMemory
  let attempts: AttemptLimits
  private struct State {
    var file: AccessFile?
    var restrictions: [SiteRestriction]
    var rules: AccessRules
  }

  private let everyone: Grants
  private let state: Mutex<State>
  /// What makes its bearer the owner, once.
  private let ownerToken: Mutex<TokenHash?>
  /// Where passwords are looked at: each takes a fifth of a second and 32 MiB.
  private let passwords = WorkLane(limit: 16)

  /// - Parameters:
  ///   - everyone: what visitors may do where there is no file.
  ///   - restrictions: what the site's file says besides.
  ///   - ownerToken: what makes its bearer the owner, once; `nil` if there is no such way in.
  ///   - secret: what sessions are signed with.
  ///   - home: the path of the site's first page.
  init(
    _ file: AccessFile? = nil, everyone: Grants = Grants(.read), restrictions: [SiteRestriction] = [],
    ownerToken: TokenHash? = nil, secret: String? = nil, home: String = "/",
    attempts: AttemptLimits = AttemptLimits()
  ) {
    isInUse = file != nil || ownerToken != nil
    self.home = home
    self.everyone = everyone
    let rules = AccessRules(file, everyone: everyone, restrictions: restrictions)
    state = Mutex(State(file: file, restrictions: restrictions, rules: rules))
    self.ownerToken = Mutex(ownerToken)
    sessions = SessionMemory(secret: secret)
    self.attempts = attempts
  }

  /// Takes over what a changed file says, from the next request on. Nobody who is signed in is asked again, unless their account is gone or
  /// has another password.
  func replace(_ file: AccessFile) { change { $0.file = file } }

  /// Takes over what a changed site file says.
  func replace(_ restrictions: [SiteRestriction]) { change { $0.restrictions = restrictions } }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { state in
      body(&state)
      state.rules = AccessRules(state.file, everyone: everyone, restrictions: state.restrictions)
    }
  }

  private var current: AccessRules { state.withLock { $0.rules } }
  /// Who is known; `nil` where nobody is.
  var file: AccessFile? { state.withLock { $0.file } }

  // MARK: Who asks

  /// Who asks.
  /// - Throws: `PageFailure` 401 for a token that isn't known.
  func visitor(_ request: Request) throws(PageFailure) -> Visitor {
    let rules = current
    guard isInUse else { return rules.everyone }
    if let token = request.bearerToken {
      if let visitor = rules.visitor(token: token) { return visitor }
      throw PageFailure(
        status: 401, messages: ["This token is not known here, or its time is over"],
        heading: "This token is not known here", challenge: Self.challenge + ", error=\"invalid_token\"")
    }
    guard let cookie = cookie(of: request), let session = sessions.session(cookie) else { return rules.everyone }
    return rules.visitor(session) ?? rules.everyone
  }

  /// Whether there is anybody who can sign in with a password.
  var hasUsers: Bool { current.hasUsers }

  private static let challenge = "Bearer realm=\"TablePages\""

  // MARK: Signing in

  /// A session that has just begun.
  struct Entry: Sendable {
    let name: String
    /// The value of its cookie.
    let cookie: String
    let seconds: Int
  }

  /// Signs somebody in by a password.
  /// - Throws: `PageFailure` 403 for a name and a password that don't go together, 429 after too many of them, 503 if too many try at once.
  func signIn(_ name: String, _ password: String, from peer: Peer) async throws -> Entry {
    if let seconds = attempts.begin(name, from: peer) {
      throw PageFailure(
        status: 429, messages: ["There were too many attempts to sign in; try again in \(seconds) seconds"],
        heading: "Too many attempts", retryAfter: seconds)
    }
    let rules = current
    let known = rules.password(of: name)
    // For a name that isn't known as much is done as for one that is, so that the time that it takes tells nothing.
    let hash = known ?? rules.anyPassword
    guard let isRight = await passwords.run({ hash?.matches(password) ?? false }) else {
      attempts.succeed(name, from: peer)
      throw PageFailure(
        status: 503, messages: ["Too many people are signing in at this moment; try again in a few seconds"],
        heading: "Too much to do right now", retryAfter: 3)
    }
    guard isRight, known != nil else {
      throw PageFailure(
        status: 403, messages: ["This name and this password don't go together"], heading: "You are not signed in")
    }
    attempts.succeed(name, from: peer)
    return begin(account: name, password: known, name: name, rules)
  }

  /// Signs the owner in, by a token that is good once; `nil` if it isn't it.
  func signIn(ownerToken text: String) -> Entry? {
    let isOwner = ownerToken.withLock { token in
      guard let expected = token, expected == TokenHash(of: text) else { return false }
      token = nil
      return true
    }
    return isOwner ? begin(account: nil, password: nil, name: "owner", current) : nil
  }

  private func begin(account: String?, password: PasswordHash?, name: String, _ rules: AccessRules) -> Entry {
    let seconds = rules.sessionSeconds
    let session = SessionMemory.Session(account: account, password: password, expires: .now + .seconds(seconds))
    return Entry(name: name, cookie: sessions.begin(session), seconds: seconds)
  }

  // MARK: Rights

  /// Whether a visitor may do something with a table, or with every table of a database if `table` is `nil`.
  func allows(_ permission: Permission, _ visitor: Visitor, _ database: String, _ table: String?) -> Bool {
    visitor.permission(database, table).map { $0 >= permission } ?? false
  }

  /// - Throws: `PageFailure` 403, or 401 where signing in would help, unless a visitor may do something with a table, or with every table
  ///   of its database if `table` is `nil`.
  func check(
    _ permission: Permission, _ visitor: Visitor, on entry: SiteMap.DatabaseEntry, table: String?
  ) throws(PageFailure) {
    guard !allows(permission, visitor, entry.name, table) else { return }
    throw denial(permission, visitor, of: table ?? entry.name)
  }

  /// The same for a table built in code.
  func check(
    _ permission: Permission, _ visitor: Visitor, on entry: SiteMap.ControllerEntry
  ) throws(PageFailure) {
    guard !allows(permission, visitor, entry.accessNames.database, entry.accessNames.table) else { return }
    throw denial(permission, visitor, of: entry.controller.title)
  }

  /// What somebody is told who may not do something.
  func denial(_ permission: Permission, _ visitor: Visitor, of place: String) -> PageFailure {
    let act =
      switch permission {
      case .read: "read"
      case .write: "change"
      case .administer: "administer"
      }
    var failure = PageFailure(
      status: 403, messages: [PageFailure.permissionDenied], heading: "You may not \(act) “\(place)”")
    // Signing in helps nobody where nobody is known.
    guard isInUse, !visitor.isSignedIn else { return failure }
    failure.status = 401
    failure.challenge = Self.challenge
    if hasUsers { failure.heading = "Sign in to \(act) “\(place)”" }
    return failure
  }
}

extension PageFailure {
  /// What JSON says of everything that somebody may not do, as Datasette says it.
  static let permissionDenied = "Permission denied"
}

extension SiteMap.ControllerEntry {
  /// What rules call it: the first name of its path as the database, the others as the table.
  var accessNames: (database: String, table: String?) {
    let rest = segments.dropFirst()
    return (segments.first ?? "", rest.isEmpty ? nil : rest.joined(separator: "/"))
  }
}

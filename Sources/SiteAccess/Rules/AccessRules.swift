internal import Secrets
import SiteConfiguration
internal import Synchronization
import TextCoding

/// Who is known, under one state of the access file. A class, so that requests share it by one reference.
final class AccessRules: Sendable {
  let everyone: Visitor
  let sessionSeconds: Int
  private let users: [String: (hash: PasswordHash, mark: TokenHash, visitor: Visitor)]
  private let tokens: [TokenHash: (expires: Int?, visitor: Visitor)]
  /// The one who started a server that asks for no passwords.
  let owner: Visitor

  /// - Parameters:
  ///   - file: `nil` where nobody is known.
  ///   - everyone: what visitors may do where there is no file.
  ///   - restrictions: what the site's file says besides.
  init(_ file: AccessFile?, everyone: Grants, restrictions: [SiteRestriction]) {
    let grants = (file?.everyone ?? everyone).restricted(restrictions)
    self.everyone = Visitor(roles: [grants], audience: file == nil ? 0 : Self.nextAudience())
    sessionSeconds = (file?.sessionHours ?? 12) * 3_600
    owner = Visitor(name: "owner", means: .session, roles: [Grants(.administer)], audience: Self.nextAudience())
    var users: [String: (hash: PasswordHash, mark: TokenHash, visitor: Visitor)] = [:]
    var tokens: [TokenHash: (expires: Int?, visitor: Visitor)] = [:]
    for account in file?.accounts ?? [] {
      let own = restrictions.isEmpty ? [] : [Grants(restrictions, for: account)]
      var visitor = Visitor(
        name: account.name, roles: [grants] + own + account.roles.map(\.grants),
        roleNames: account.roles.map(\.name), audience: Self.nextAudience())
      switch account.proof {
      case .password(let hash):
        visitor.means = .session
        users[account.name] = (hash, Self.mark(of: hash), visitor)
      case .token(let hash, let expires):
        visitor.means = .token
        tokens[hash] = (expires, visitor)
      }
    }
    self.users = users
    self.tokens = tokens
  }

  /// Whether there is anybody who can sign in with a password.
  var hasUsers: Bool { !users.isEmpty }

  /// A hash that is as much work as those of users are.
  var anyPassword: PasswordHash? { users.first?.value.hash }

  func password(of name: String) -> PasswordHash? { users[name]?.hash }

  /// What tells a password from others without telling what is kept of it: sessions hold it.
  static func mark(of hash: PasswordHash) -> TokenHash { TokenHash(of: hash.description) }

  func visitor(_ session: SessionStore.Session) -> Visitor? {
    guard let name = session.account else { return owner }
    guard let user = users[name], user.mark == session.password else { return nil }
    return user.visitor
  }

  func visitor(token: String) -> Visitor? {
    guard let known = tokens[TokenHash(of: token)] else { return nil }
    guard known.expires.map({ CalendarDay.today < $0 }) ?? true else { return nil }
    return known.visitor
  }

  private static let audiences = Atomic<UInt64>(0)
  static func nextAudience() -> UInt64 { audiences.add(1, ordering: .relaxed).newValue }
}

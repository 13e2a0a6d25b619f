internal import Secrets
import TextCoding
internal import Yams

/// Reads an access file: what is wrong with it is gathered, so that it can be mended at one go.
struct AccessFileReader {
  private var reader = SiteFileReader()
  private var roles: [AccessFile.Role] = []

  private typealias Member = SiteFileReader.Member

  mutating func file(_ yaml: String) throws(SiteFileError) -> AccessFile {
    var file = AccessFile()
    // Else a file that is just being written, or that was emptied by mistake, would let in everyone.
    guard let root = try reader.root(yaml) else { throw SiteFileError(problems: [.emptyFile]) }
    let members = members(of: root, "the file", known: ["everyone", "roles", "users", "tokens", "session_hours"])
    if let everyone = members["everyone"] { file.everyone = grants(everyone, "everyone") }
    for (name, member) in reader.named(members["roles"], "roles") {
      roles.append(AccessFile.Role(name, grants(member, "role “\(name)”")))
    }
    file.roles = roles
    for (name, member) in reader.named(members["users"], "users") {
      if let account = user(name, member) { file.accounts.append(account) }
    }
    for (name, member) in reader.named(members["tokens"], "tokens") {
      if let account = token(name, member) { file.accounts.append(account) }
    }
    if let hours = reader.count(members["session_hours"], "session_hours") { file.sessionHours = min(hours, 8_760) }
    guard reader.problems.isEmpty else { throw SiteFileError(problems: reader.problems) }
    return file
  }

  // MARK: Accounts

  private mutating func user(_ name: String, _ member: Member) -> AccessFile.Account? {
    let members = members(of: member.value, "the user “\(name)”", known: ["password", "roles"])
    guard let password = members["password"] else {
      reader.report("The user “\(name)” has no password; create one with: tablepages password", at: member.key)
      return nil
    }
    guard let hash = reader.text(password, "password").flatMap({ PasswordHash($0) }) else {
      reader.report("The password isn't an scrypt hash; create one with: tablepages password", at: password.value)
      return nil
    }
    return .init(name: name, proof: .password(hash), roles: self.roles(of: members["roles"]))
  }

  private mutating func token(_ name: String, _ member: Member) -> AccessFile.Account? {
    let members = members(of: member.value, "the token “\(name)”", known: ["hash", "roles", "expires"])
    guard let text = members["hash"] else {
      reader.report("The token “\(name)” has no hash; create one with: tablepages token", at: member.key)
      return nil
    }
    guard let hash = reader.text(text, "hash").flatMap({ TokenHash($0) }) else {
      reader.report("The hash isn't a token's; create one with: tablepages token", at: text.value)
      return nil
    }
    var expires: Int?
    if let day = members["expires"], let text = reader.text(day, "expires") {
      expires = CalendarDay.number(text)
      // Without its day the token would be good for ever.
      if expires == nil { reader.report("expires must be a day, such as 2027-01-31", at: day.value) }
    }
    return .init(name: name, proof: .token(hash, expires: expires), roles: roles(of: members["roles"]))
  }

  private mutating func roles(of member: Member?) -> [AccessFile.Role] {
    var found: [AccessFile.Role] = []
    for name in reader.names(member, "roles") ?? [] {
      if let role = roles.first(where: { $0.name == name.text }) {
        found.append(role)
        continue
      }
      reader.problems.append(.init(unknownRole: name, among: roles))
    }
    return found
  }

  // MARK: Rights

  /// `read` for everything, or what is granted for each database.
  private mutating func grants(_ member: Member, _ what: String) -> Grants {
    guard member.value.mapping != nil else { return Grants(permission(member)) }
    var grants = Grants()
    for (database, member) in reader.named(member, what) {
      guard member.value.mapping != nil else {
        let said = permission(member)
        if database == "*" { grants.everywhere = said } else { grants[database] = said }
        continue
      }
      for (table, member) in reader.named(member, database) {
        let said = permission(member)
        if table == "*" { grants[database] = said } else { grants[database, table] = said }
      }
    }
    return grants
  }

  private mutating func permission(_ member: Member) -> Permission? {
    let known: KeyValuePairs<String, Permission?> = [
      "none": nil, "read": .read, "write": .write, "administer": .administer,
    ]
    return reader.choice(member, "permission", known) ?? nil
  }

  /// The members of a mapping, without those whose keys aren't known.
  private mutating func members(of node: Node, _ what: String, known: [String]) -> [String: Member] {
    var members: [String: Member] = [:]
    for (name, member) in reader.named((node, node), what) {
      if known.contains(name) {
        members[name] = member
      } else {
        reader.report("Unknown key “\(name)”" + NameSuggestions.hint(name, among: known), at: member.key)
      }
    }
    return members
  }
}

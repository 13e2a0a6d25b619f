package import SiteConfiguration
import TextCoding

/// Who may read a part of a site, as its file says by `allow`, or write statements, as it says by `allow_sql`, in the words of Datasette: `true`, `false`, or `{id: ada}`,
/// `{id: [ada, bob]}`, `{id: "*"}` for whoever is signed in, `{role: clerks}` or `{roles: [clerks, owners]}` for those who have one of the access file's roles,
/// `{unauthenticated: true}` for whoever isn't signed in. One that holds is enough.
package struct SiteRestriction: Sendable {
  /// The database; all if `nil`.
  var database: String?
  /// The table; all of the database if `nil`.
  var table: String?
  /// What of that.
  var use: Grants.Use
  private let allow: JSONValue

  private init?(
    _ notes: [(key: String, value: JSONValue)], database: String? = nil, table: String? = nil,
    _ use: Grants.Use = .rows
  ) {
    let key = use == .statements ? "allow_sql" : "allow"
    guard let allow = notes.first(where: { $0.key == key })?.value else { return nil }
    self.database = database
    self.table = table
    self.use = use
    self.allow = allow
  }

  /// What a site file says, the wider places first.
  package static func all(_ file: SiteFile) -> [SiteRestriction] {
    let databases = file.databases.flatMap { database -> [SiteRestriction?] in
      [SiteRestriction(database.notes, database: database.name)]
        + database.tables.map { SiteRestriction($0.notes, database: database.name, table: $0.name) }
        + database.queries.map { SiteRestriction($0.notes, database: database.name, .query($0.name)) }
        + [SiteRestriction(database.notes, database: database.name, .statements)]
    }
    return ([SiteRestriction(file.notes), SiteRestriction(file.notes, .statements)] + databases).compactMap(\.self)
  }

  /// Whether somebody unknown may read.
  var allowsAnybody: Bool {
    switch allow {
    case .null, .boolean(true): true
    case .object(let members): members.contains { $0.key == "unauthenticated" && Self.isTrue($0.value) }
    default: false
    }
  }

  /// Whether somebody who is signed in may read.
  func allows(_ account: AccessFile.Account) -> Bool {
    switch allow {
    case .null, .boolean(true): true
    case .object(let members):
      members.contains { key, value in
        switch key {
        case "id": Self.matches(value, account.name)
        case "role", "roles": account.roles.contains { Self.matches(value, $0.name) }
        default: false
        }
      }
    default: false
    }
  }

  private static func isTrue(_ value: JSONValue) -> Bool { if case .boolean(true) = value { true } else { false } }

  private static func matches(_ value: JSONValue, _ name: String) -> Bool {
    switch value {
    case .text(let text): text == "*" || text == name
    case .integer(let number): String(number) == name
    case .list(let elements): elements.contains { matches($0, name) }
    default: false
    }
  }
}

extension Grants {
  /// The same where a site's file says more of some places, which stands before what is said of wider ones.
  func restricted(_ restrictions: [SiteRestriction]) -> Grants {
    var grants = self
    for restriction in restrictions {
      let said = grants.permission(at: restriction)
      grants.set(restriction.allowsAnybody ? max(said ?? .read, .read) : nil, at: restriction)
    }
    return grants
  }

  /// What the file's restrictions open to somebody whom the site knows.
  init(_ restrictions: [SiteRestriction], for account: AccessFile.Account) {
    self.init()
    for restriction in restrictions { set(restriction.allows(account) ? .read : nil, at: restriction) }
  }

  private func permission(at place: SiteRestriction) -> Permission? {
    guard place.use == .rows else { return place.database.map { self[$0, place.use] } ?? self[everywhere: place.use] }
    return place.database.map { self[$0, place.table] } ?? everywhere
  }

  private mutating func set(_ permission: Permission?, at place: SiteRestriction) {
    switch (place.database, place.use) {
    case (nil, .rows): everywhere = permission
    case (nil, let use): self[everywhere: use] = permission
    case (let database?, .rows): self[database, place.table] = permission
    case (let database?, let use): self[database, use] = permission
    }
  }
}

/// What a role may do, place by place. What is said of a table stands before what is said of its database, and that before what is said
/// of the site.
///
/// ```swift
/// var editors = Grants(.read)
/// editors["shop", "orders"] = .write
/// ```
public struct Grants: Sendable, Hashable {
  /// What is granted where nothing else is said.
  package var everywhere: Permission?
  /// What is said of one place; `some(nil)` grants nothing there.
  private var places: [Place: Permission?] = [:]

  /// A table, a database, or a use of them. The names of tables are compared as SQLite compares them, without regard to the case of
  /// ASCII letters, so that no other spelling gets around a rule.
  private struct Place: Hashable, Sendable {
    var database: String?
    var table: String?
    var use: Use

    init(_ database: String?, _ table: String?, _ use: Use = .rows) {
      self.database = database
      self.table = table.map(Grants.folded)
      self.use = use
    }
  }

  /// What is used of a place.
  package enum Use: Hashable, Sendable {
    /// Its tables.
    case rows
    /// A query of the site's owner.
    case query(String)
    /// What visitors write in the database's own language.
    case statements
  }

  /// Grants the same everywhere; nothing if `nil`.
  public init(_ everywhere: Permission? = nil) { self.everywhere = everywhere }

  /// What is granted for a database, or for a table of it; all tables of `nil` are meant. Setting `nil` denies what is granted around it.
  ///
  /// - Parameters:
  ///   - database: the name in paths; of a table built in code, the first name of its path.
  ///   - table: the table's name; of a table built in code, the other names of its path with slashes between them.
  public subscript(_ database: String, _ table: String? = nil) -> Permission? {
    get {
      if let table, let said = places[Place(database, table)] { return said }
      if let said = places[Place(database, nil)] { return said }
      return everywhere
    }
    set { places.updateValue(newValue, forKey: Place(database, table)) }
  }

  /// What is granted for a use of a database; what is said of its rows where nothing is said of the use.
  package subscript(_ database: String, _ use: Use) -> Permission? {
    get {
      if let said = places[Place(database, nil, use)] { return said }
      if let said = places[Place(nil, nil, use)] { return said }
      return self[database]
    }
    set { places.updateValue(newValue, forKey: Place(database, nil, use)) }
  }

  /// What is granted for a use of all databases of which nothing else is said.
  package subscript(everywhere use: Use) -> Permission? {
    get { places[Place(nil, nil, use)] ?? everywhere }
    set { places.updateValue(newValue, forKey: Place(nil, nil, use)) }
  }

  /// What is granted for every table of a database.
  package func whole(_ database: String) -> Permission? {
    var least = self[database]
    for (place, said) in places where place.table != nil && place.database == database {
      guard let known = least, let said else { return nil }
      least = min(known, said)
    }
    return least
  }

  /// Whether anything in a database may be read.
  package func opens(_ database: String) -> Bool {
    self[database] != nil || places.contains { $0.key.database == database && $0.key.table != nil && $0.value != nil }
  }

  /// Whether a table is spoken of by its name.
  package func names(_ database: String, _ table: String) -> Bool { places[Place(database, table)] != nil }

  /// A name as SQLite compares names.
  package static func folded(_ name: String) -> String {
    String(decoding: name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}

extension [Grants] {
  /// What somebody may do whom each of these grants something: the most of it, on a table, or on every table of a database if `table` is `nil`.
  package func permission(_ database: String, _ table: String?) -> Permission? {
    var most: Permission?
    for role in self {
      guard let permission = table.map({ role[database, $0] }) ?? role.whole(database) else { continue }
      if most.map({ $0 < permission }) ?? true { most = permission }
    }
    return most
  }
}

/// What a database is run by.
public struct DatabaseEngine: Sendable, Hashable {
  /// What people call it: `SQLite`.
  public var name: String
  /// Its version, as it writes it.
  public var version: String
  /// What it was built with, in its own words.
  public var features: [String]

  /// An engine.
  public init(_ name: String, version: String, features: [String] = []) {
    self.name = name
    self.version = version
    self.features = features
  }
}

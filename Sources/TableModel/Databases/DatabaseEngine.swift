/// What a database is run by.
package struct DatabaseEngine: Sendable, Hashable {
  /// What people call it: `SQLite`.
  package var name: String
  /// Its version, as it writes it.
  package var version: String
  /// What it was built with, in its own words.
  package var features: [String]

  /// An engine.
  package init(_ name: String, version: String, features: [String] = []) {
    self.name = name
    self.version = version
    self.features = features
  }
}

/// What Swift adds to the tables of a database.
public struct DatabaseSetup: Sendable {
  private var tables: [(name: String, setup: TableSetup)] = []

  /// Nothing.
  package init() {}

  /// Adds to a table. Names are compared without regard to the case of ASCII letters.
  public mutating func table(_ name: String, _ setUp: (inout TableSetup) -> Void) {
    if let index = index(of: name) { return setUp(&tables[index].setup) }
    tables.append((name, TableSetup()))
    setUp(&tables[tables.count - 1].setup)
  }

  /// What is added to a table; `nil` for nothing.
  package subscript(_ name: String) -> TableSetup? { index(of: name).map { tables[$0].setup } }

  /// The names of the tables that something is added to.
  package var names: [String] { tables.map(\.name) }

  private func index(of name: String) -> Int? {
    tables.isEmpty ? nil : tables.firstIndex { $0.name.lowercased() == name.lowercased() }
  }
}

import RecordViewModels
import SiteConfiguration
import TableArguments
package import TableModel
import TableRendering
import TextCoding

/// Where things of a site are, and what pages call them.
extension SiteMap {
  /// What a name in a path is called: `examples` → `Examples`.
  package static func title(_ path: String) -> String { path.prefix(1).uppercased() + path.dropFirst() }
}

extension SiteMap.ControllerEntry {
  /// What takes the table's events.
  package var eventAddress: String { address.below("/-/event") }
}

extension SiteMap.DatabaseEntry {
  /// The path of one of its tables.
  package func address(ofTable name: String) -> String {
    controller?.address ?? address + "/" + TildeEncoding.encode(name)
  }

  /// The path of the number of rows of one of its tables.
  package func countAddress(ofTable name: String) -> String { address(ofTable: name).below("/-/count") }

  /// The path of the rows of one of its tables in groups.
  package func groupsAddress(ofTable name: String) -> String { address(ofTable: name).below("/-/groups") }

  /// The path that leads to the SQL which reads one of its tables.
  package func statementAddress(ofTable name: String) -> String { address(ofTable: name).below("/-/sql") }

  /// What pages call one of its tables.
  package func title(ofTable name: String) -> String {
    notes.table(named: name)?.title ?? controller?.controller.title ?? name
  }

  /// Its tables and views; those that the site's owner hides are hidden too.
  package func tables() async throws -> [TableSummary] { listed(try await database.tables()) }

  /// The same and what kind of database it is, where both are known at once.
  package func knownTables() throws -> (tables: [TableSummary], kind: String)? {
    try database.knownTables().map { (listed($0.tables), $0.kind) }
  }

  private func listed(_ found: [TableSummary]) -> [TableSummary] {
    var tables = found
    for name in setup.names {
      guard let index = tables.firstIndex(where: { Grants.folded($0.name) == Grants.folded(name) }) else { continue }
      tables[index].computedColumns = setup[name]?.code.columns.map(\.column.name) ?? []
      tables[index].columns += tables[index].computedColumns
    }
    guard notes.tables.contains(where: \.isHidden) else { return tables }
    for index in tables.indices where notes.table(named: tables[index].name)?.isHidden == true {
      tables[index].isHidden = true
    }
    return tables
  }
}

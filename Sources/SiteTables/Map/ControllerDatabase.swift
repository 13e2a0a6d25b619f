package import SiteConfiguration
import TableModel
import TableRendering
import TextCoding

/// The database of a table built in code whose rows have columns: its folder, with that table alone. What pages and data of a database's
/// table can do is so done with it as well.
struct ControllerDatabase: TableDatabase {
  let name: String
  private let tableName: String
  private let records: any RecordTable

  /// `nil` for a table of cells alone.
  init?(_ entry: SiteMap.ControllerEntry) {
    let controller = entry.controller
    tableName = entry.tableName
    guard let records = SourceTable(controller.provider, named: tableName, title: controller.title) else { return nil }
    // Unlike that of the tables below the first page.
    name = entry.segments.isEmpty ? "/" : entry.segments.dropLast().joined(separator: "/")
    self.records = records
  }

  var currentVersion: DataVersion? { records.currentVersion }

  func kind() async throws -> String { "Table in code" }

  package func tables() async throws -> [TableSummary] {
    let schema = try await records.schema()
    return [
      TableSummary(
        name: tableName, columns: schema.columns.map(\.name),
        primaryKeys: schema.columns.filter(\.isPrimaryKey).map(\.name))
    ]
  }

  func table(named name: String) async throws -> (any RecordTable)? { name == tableName ? records : nil }
}

extension SiteMap.DatabaseEntry {
  /// The database of a table built in code; `nil` for one of cells alone.
  package convenience init?(_ entry: SiteMap.ControllerEntry, base: String, file: SiteFile) {
    guard let database = ControllerDatabase(entry) else { return nil }
    let folder = entry.segments.dropLast().map { "/" + TildeEncoding.encode($0) }.joined()
    let notes = file.databases.first { $0.name == database.name } ?? SiteFile.Database(name: database.name)
    self.init(
      name: database.name, database: database, address: base + folder, notes: notes, allowsStatements: false,
      controller: entry, folders: entry.folders(below: base))
  }

  /// The way to its tables: the database itself, or the folders of a table built in code.
  package var crumbs: [Crumb] { controller == nil ? [.init(title: heading, address: address)] : folders }
}

extension SiteMap {
  /// A table built in code with its columns; `nil` for one of cells alone.
  package func columnTable(_ controller: ControllerEntry) -> DatabaseEntry? {
    columnTables.first { $0.controller?.segments == controller.segments }
  }
}

extension SiteMap.ControllerEntry {
  /// The folders that it is in.
  package func folders(below base: String) -> [Crumb] {
    // Nothing lists the tables of a folder that are made for each request.
    (isMade ? [] : segments).dropLast().indices.map { index in
      let address = base + segments.prefix(index + 1).map { "/" + TildeEncoding.encode($0) }.joined()
      return Crumb(title: SiteMap.title(segments[index]), address: address)
    }
  }
}

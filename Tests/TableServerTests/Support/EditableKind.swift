import Foundation
import MicroHTTP
import MicroHTTPTesting
import PostgreSQLServer
import PostgreSQLTables
import SiteConfiguration
import SiteTables
import Synchronization
import TableModel
import TableRendering
import TableServer

/// Each kind of table that can be edited, with the rows "one", "two" and "three" at the keys 1, 2 and 3.
enum EditableKind: String, CaseIterable, Sendable {
  /// `pooledServer` is a server behind a pooler that gives each transaction another connection.
  case database, server, pooledServer, memory, columns, ownSource

  struct Item: CellViewModel, Equatable {
    let id: RowKey
    var name: String
  }

  static let items = ["one", "two", "three"].enumerated().map { Item(id: RowKey($0.offset + 1), name: $0.element) }

  /// Whether it is a table of a database, whose rows are edited under their own addresses.
  var isDatabase: Bool { [.database, .server, .pooledServer].contains(self) }

  /// The address of the table.
  var path: String {
    switch self {
    case .database: "/sample/items"
    case .server, .pooledServer: "/server/items"
    case .memory, .columns, .ownSource: "/items"
    }
  }

  /// Runs a test with a site of this table, which everyone may edit.
  func withClient(_ test: (TestClient) async throws -> Void) async throws {
    let provider: any TableViewModelProvider
    switch self {
    case .database:
      return try await SampleDatabase.withWritable(
        """
        CREATE TABLE items (
          id INTEGER PRIMARY KEY, name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 20), place INTEGER DEFAULT 9);
        INSERT INTO items VALUES (1, 'one', 1), (2, 'two', 2), (3, 'three', 3);
        """, Grants(.write), { $0.file = try SiteFile(yaml: "databases: {sample: {tables: {items: {move: place}}}}") },
        test)
    case .server, .pooledServer:
      let sample = try TestDatabase(
        """
        CREATE TABLE items (id serial PRIMARY KEY, name text NOT NULL CHECK (length(name) BETWEEN 1 AND 20), place integer DEFAULT 9);
        INSERT INTO items (name, place) VALUES ('one', 1), ('two', 2), ('three', 3);
        """)
      let database = try PostgreSQLDatabase.ofTest(
        sample, named: "server", isWritable: true, isPooled: self == .pooledServer)
      return try await test(
        SiteUnderTest.client { site in
          site.databases = [database]
          site.everyone = Grants(.write)
          site.file = try SiteFile(yaml: "databases: {server: {tables: {items: {move: place}}}}")
        })
    case .memory: provider = try MemoryTable("Items", rows: Self.items)
    case .columns: provider = try MemoryTable("Items", columns: [.init("name", \.name)], rows: Self.items)
    case .ownSource: provider = OwnItems()
    }
    var site = Site()
    site.mount(provider, at: "/items") {
      $0.register(ItemCell.self, nib: "<b>{{name}}</b>")
      $0.handle(ItemHandler())
      $0.handlers.allowInsertions(ItemHandler(), title: "New item")
      $0.selection = .multiple
      $0.changes = .everyone
    }
    try await test(.inProcess(try TableServer(unchecked: site)))
  }
}

private struct ItemCell: OutletCell {
  @Outlet var name: String
  func configure(with item: EditableKind.Item) { name = item.name }
}

private struct ItemHandler: EditHandler {
  typealias ViewModel = EditableKind.Item
  let fields = [EditField("name", title: "Name", isRequired: true, maximumLength: 20)]

  func viewModel(_ edit: Edit) -> EditableKind.Item { EditableKind.Item(id: edit.id, name: edit["name"]) }
}

/// A source as somebody would write one who keeps the rows.
private final class OwnItems: EditableTable {
  private let items = Mutex(EditableKind.items)

  func page(_ query: TableQuery) async throws -> TablePage {
    TablePage(title: "Items", sections: [UniformSection(items.withLock { $0 })])
  }

  func row(_ id: RowKey) async throws -> TableRow? { items.withLock { Self.row(id, in: $0) } }

  func rowCounts() async throws -> [Int] { [items.withLock { $0.count }] }

  func view(_ place: SupplementaryPlace) async throws -> (any SupplementaryViewModel)? { nil }

  func apply(_ edits: [TableEdit]) async throws -> StoredEdits {
    try items.withLock { items in
      var changed = items, undo: [TableEdit] = []
      for edit in edits { undo.insert(try Self.apply(edit, to: &changed), at: 0) }
      items = changed
      return StoredEdits(rows: edits.compactMap(\.row).compactMap { Self.row($0, in: changed) }, undo: undo)
    }
  }

  private static func row(_ id: RowKey, in items: [EditableKind.Item]) -> TableRow? {
    items.firstIndex { $0.id == id }.map { TableRow(items[$0], position: CellPosition(section: 0, row: $0)) }
  }

  /// Makes a change. - Returns: the one that undoes it.
  private static func apply(_ edit: TableEdit, to items: inout [EditableKind.Item]) throws -> TableEdit {
    func place(_ id: RowKey, _ expected: RowVersion?) throws -> Int {
      guard let row = row(id, in: items), let place = row.position?.row else { throw EditConflict(id, current: nil) }
      if let expected, expected != row.version { throw EditConflict(id, current: row) }
      return place
    }
    switch edit {
    case .insert(let cell as EditableKind.Item, let target):
      items.insert(cell, at: min(target?.row ?? items.count, items.count))
      return .remove(cell.id, expecting: RowVersion(cell))
    case .replace(let cell as EditableKind.Item, let expected):
      let place = try place(cell.id, expected), old = items[place]
      items[place] = cell
      return .replace(old, expecting: RowVersion(cell))
    case .remove(let id, let expected):
      let place = try place(id, expected)
      return .insert(items.remove(at: place), at: CellPosition(section: 0, row: place))
    case .move(let id, let target, let expected):
      let place = try place(id, expected)
      items.insert(items.remove(at: place), at: target.row)
      return .move(id, to: CellPosition(section: 0, row: place))
    default: throw TableError.badRequest("This table has items alone")
    }
  }
}

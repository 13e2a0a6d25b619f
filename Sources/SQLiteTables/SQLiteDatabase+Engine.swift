internal import CSQLite
internal import SQLTables
package import TableModel

extension SQLiteDatabase {
  /// Yes.
  package var hasUnions: Bool { true }

  /// The audit, as the file was when its schema was last read.
  package var auditTable: String? { openFile.knownCatalog?.hasAudit == true ? AuditTable.name : nil }

  /// The SQLite that this program runs, and the options that it was built with.
  package var engine: DatabaseEngine? {
    var features: [String] = []
    // SQLite's own constant texts, copied at once.
    while let option = sqlite3_compileoption_get(Int32(features.count)) { features.append(String(cString: option)) }
    return DatabaseEngine("SQLite", version: String(cString: sqlite3_libversion()), features: features)
  }

  /// The file, unless a part of it is all that may be known, or it is one that the program has filled itself.
  package var storage: DatabaseStorage? {
    guard options.isReadable == nil, !options.isFilledFromFiles else { return nil }
    return DatabaseStorage(path: location.path, byteCount: openFile.byteCount, isImmutable: options.isImmutable)
  }
}

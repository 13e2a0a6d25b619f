package import TableModel

extension SQLiteDatabase: RestrictableDatabase {
  /// The same file, on connections of its own, with nothing known but of these tables: nothing that was found out for others gets here.
  /// Changes go through the one writer of the whole.
  package func restricted(to isReadable: @escaping TableRestriction) throws -> any TableDatabase {
    var options = options
    options.isReadable = isReadable
    let file = try Self.openFile(location, name: name, options: options, openFile.history)
    return SQLiteDatabase(name: name, location: location, file: file, options: options, partOf: self)
  }

  /// Statements name whatever tables they like, so that there are none where some tables aren't there.
  func checkStatements() throws(TableError) {
    guard options.isReadable == nil else {
      throw .badRequest("Custom queries require permission to read the whole database")
    }
  }
}

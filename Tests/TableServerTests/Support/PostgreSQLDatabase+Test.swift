import PostgreSQLServer
import PostgreSQLTables

extension PostgreSQLDatabase {
  /// A database of the tests' own server, with time enough for all that it is asked: other tests share the machine.
  /// - Parameter isPooled: whether it is reached through a pooler.
  static func ofTest(
    _ sample: TestDatabase, named name: String = "db", isWritable: Bool = false, isPooled: Bool = false
  ) throws -> PostgreSQLDatabase {
    var options = PostgreSQLDatabase.Options()
    (options.name, options.isWritable) = (name, isWritable)
    (options.timeLimitSeconds, options.facetTimeLimitSeconds, options.writeTimeLimitSeconds) = (60, 60, 60)
    (options.quickMilliseconds, options.sampleMilliseconds) = (60_000, 60_000)
    return try PostgreSQLDatabase(
      isPooled ? Pooler.shared.address(of: sample.name) : sample.address, options: options)
  }
}

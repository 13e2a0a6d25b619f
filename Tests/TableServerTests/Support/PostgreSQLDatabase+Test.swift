import PostgreSQLServer
import PostgreSQLTables

extension PostgreSQLDatabase {
  /// A database of the tests' own server, with time enough for all that it is asked: other tests share the machine.
  static func ofTest(
    _ sample: TestDatabase, named name: String = "db", isWritable: Bool = false
  ) throws -> PostgreSQLDatabase {
    var options = PostgreSQLDatabase.Options()
    (options.name, options.isWritable) = (name, isWritable)
    (options.timeLimitSeconds, options.facetTimeLimitSeconds, options.writeTimeLimitSeconds) = (60, 60, 60)
    (options.quickMilliseconds, options.sampleMilliseconds) = (60_000, 60_000)
    return try PostgreSQLDatabase(sample.address, options: options)
  }
}

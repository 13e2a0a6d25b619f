import PostgreSQLServer
import SQLTables
import TableModel
import Testing

@testable import PostgreSQLTables

extension TestDatabase {
  /// The database as it is served.
  /// - Parameters:
  ///   - other: where, if not at its own address.
  ///   - replica: the address of a server that follows, whose rows are read.
  func served(
    at other: String? = nil, readingFrom replica: String? = nil,
    _ change: (inout PostgreSQLDatabase.Options) -> Void = { _ in }
  ) throws -> PostgreSQLDatabase {
    var options = PostgreSQLDatabase.Options()
    // Other tests share the machine.
    (options.timeLimitSeconds, options.facetTimeLimitSeconds, options.writeTimeLimitSeconds) = (60, 60, 60)
    (options.quickMilliseconds, options.sampleMilliseconds) = (60_000, 60_000)
    change(&options)
    return try PostgreSQLDatabase(other ?? address, readingFrom: replica, options: options)
  }

  /// One of its tables as it is served.
  func table(_ name: String) async throws -> any RecordTable {
    try #require(try await served().table(named: name))
  }
}

extension RowCondition {
  /// The texts of its parameters.
  var texts: [String?] {
    values.map { if case .text(let bytes) = $0 { String(decoding: bytes, as: UTF8.self) } else { nil } }
  }
}

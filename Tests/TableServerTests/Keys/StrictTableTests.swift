import MicroHTTP
import MicroHTTPTesting
import Testing

@testable import TableServer

/// Columns that take values as they are compare them so: a number is found by its digits, and so is the text.
@Suite struct StrictTableTests {
  private static let tables = """
    CREATE TABLE kept (id INTEGER PRIMARY KEY, v ANY) STRICT;
    INSERT INTO kept VALUES (1, 1), (2, '1'), (3, 1.0), (4, x'31'), (5, 'abc'), (6, 10), (7, NULL);
    CREATE VIEW seen AS SELECT id, v FROM kept;
    CREATE TABLE loose (id INTEGER PRIMARY KEY, v);
    INSERT INTO loose SELECT * FROM kept;
    """

  @Test(arguments: [
    ("v=1", [1, 2, 3]), ("v=abc", [5]), ("v__in=1,abc", [1, 2, 3, 5]), ("v__not=1", [4, 5, 6]),
    ("v__gt=5", [2, 4, 5, 6]),
    ("v__lt=2", [1, 3]), ("v__isnull=1", [7]), ("v__notin=1,10", [4, 5]),
  ])
  func filtersFindWhatIsStored(query: String, rows: [Int]) async throws {
    try await SampleDatabase.withWritable(Self.tables) { client async throws in
      for table in ["kept", "seen", "loose"] {
        let found = try await client.get("/sample/\(table).json?\(query)&_col=id").rows().map { $0["id"] as? Int }
        #expect(found == rows, "\(table)?\(query)")
      }
    }
  }
}

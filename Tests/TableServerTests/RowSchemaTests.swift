import MicroHTTP
import MicroHTTPTesting
import Testing

/// Rows are read under the schema that was found last: what they show is that of the table as it is.
@Suite struct RowSchemaTests {
  private static let statements = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO t VALUES (1, 'one'), (2, 'two');
    """

  @Test func aColumnThatHasJustBeenAddedIsShown() async throws {
    let database = try SampleDatabase(Self.statements)
    defer { database.remove() }
    let client = TestClient.inProcess(try database.server())
    for _ in 1...2 {
      #expect(try await client.get("/sample/t/1.json?_shape=array").text == #"[{"id":1,"name":"one"}]"#)
      #expect(try await !client.get("/sample/t/1").text.contains("colour"))
    }
    try database.execute("ALTER TABLE t ADD COLUMN colour TEXT DEFAULT 'red'")
    #expect(
      try await client.get("/sample/t/2.json?_shape=array").text == #"[{"id":2,"name":"two","colour":"red"}]"#)
    #expect(try await client.get("/sample/t/2").text.contains("<dt><bdi>colour</bdi></dt>"))
  }

  @Test func aKeyIsReadAsThatOfTheTableThatIsThere() async throws {
    let database = try SampleDatabase(Self.statements)
    defer { database.remove() }
    let client = TestClient.inProcess(try database.server())
    #expect(try await client.get("/sample/t/1.json").status == .ok)
    #expect(try await client.get("/sample/t/a-1.json").status == .notFound)
    try database.execute(
      "DROP TABLE t; CREATE TABLE t (code TEXT PRIMARY KEY, name TEXT) WITHOUT ROWID; INSERT INTO t VALUES ('a-1', 'first')"
    )
    #expect(try await client.get("/sample/t/a-1.json?_shape=array").text == #"[{"code":"a-1","name":"first"}]"#)
    let old = try await client.get("/sample/t/1")
    #expect(old.status == .notFound && old.text.contains("t has no row “1”"), "\(old.text)")
    try database.execute("DROP TABLE t")
    for suffix in ["", ".json"] {
      #expect(try await client.get("/sample/t/a-1" + suffix).status == .notFound)
    }
  }
}

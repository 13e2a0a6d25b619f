import TableModel
import Testing

@testable import PostgreSQLTables

/// Addresses, and the passwords in them.
@Suite struct ServerAddressTests {
  @Test(arguments: [
    ("postgresql://reader@db.example.org/shop", "shop"), ("postgres://a,b:5433/shop%20two?sslmode=require", "shop two"),
    ("postgresql://reader@db.example.org", "reader"), ("host=/tmp dbname=log", "log"),
  ])
  func aDatabaseIsCalledAsItsServerCallsIt(address: String, name: String) throws {
    #expect(try PostgreSQLDatabase(address).name == name)
  }

  @Test(arguments: [
    "postgresql://u:hunter2@h/d?nonsense=hunter2", "postgresql://u:hunter2@[::1", "sslmode=hunter2 wrong",
  ])
  func anAddressThatCannotBeReadIsRefusedWithoutRepeatingIt(address: String) {
    let failure = #expect(throws: TableError.self) { try PostgreSQLDatabase(address) }
    #expect(!"\(String(describing: failure))".contains("hunter2"))
  }

  @Test func aServerThatIsNotThereIsSaidToBeWithoutItsAddress() async throws {
    let database = try PostgreSQLDatabase("postgresql://u:hunter2@127.0.0.1:1/shop")
    let remark = try await database.connect()
    #expect(remark == "The database “shop” can't be reached at the moment.")
  }

  @Test(arguments: [
    ("postgresql://u:secret@h/d", "postgresql://u:xxxxxx@h/d"), ("postgres://u:a:b@c@h", "postgres://u:xxxxx@h"),
    ("postgresql://u@h/d?password=geheim&x=1", "postgresql://u@h/d?password=xxxxxx&x=1"),
    ("postgresql://u@h/d", "postgresql://u@h/d"), ("shop:a@b.sqlite", "shop:a@b.sqlite"),
    ("postgresql://", "postgresql://"),
  ])
  func passwordsOfTheCommandLineAreWrittenOver(address: String, hidden: String) {
    var bytes = Array(address.utf8)
    for place in CommandLinePasswords.passwordRanges(in: bytes) ?? [] { bytes[place] = UInt8(ascii: "x") }
    #expect(String(decoding: bytes, as: UTF8.self) == hidden)
  }
}

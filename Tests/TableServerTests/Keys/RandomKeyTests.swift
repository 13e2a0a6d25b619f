import Foundation
import MicroHTTP
import MicroHTTPTesting
import SeededNumbers
import Testing

@testable import TableServer

/// Tables of any keys that hold any values: each row is found, changed and deleted by its own address, and by no other. What rows hold and
/// which have changed is asked of SQLite itself, by their numbers in a column `v`.
@Suite struct RandomKeyTests {
  /// The first two found a key that SQLite tells otherwise than it is stored.
  @Test(arguments: [31, 54] + Thoroughness.some(Array(0..<12), quickly: 4))
  func eachRowIsFoundChangedAndDeletedByItsOwnAddress(seed: Int) async throws {
    var random = SeededGenerator(seed: seed)
    let sample = RandomKeys(&random)
    try await SampleDatabase.withWritable(sample.statements) { client async throws in
      let stored = try await numbers("SELECT v FROM t ORDER BY v", client)
      let named = try await numbers("SELECT v FROM t WHERE \(sample.isNamed) ORDER BY v", client)
      let links = try await links(client)
      let note = Comment(rawValue: sample.statements)
      #expect(links.keys.sorted() == named, note)
      #expect(Set(links.values).count == links.count, note)
      let objects = try await client.get("/sample/t.json?_shape=object&_size=max")
      if named == stored {
        #expect(Set(try objects.object().keys.map { "/sample/t/" + $0 }) == Set(links.values), note)
      } else {
        #expect(objects.status == .badRequest, note)
      }
      for (number, link) in links.shuffled(using: &random) {
        #expect(try await client.get(link).status == .ok, note)
        #expect(try await client.get(link + ".json").rows().map { $0["v"] as? Int } == [number], note)
      }
      for (number, link) in links.shuffled(using: &random).prefix(6) {
        #expect(try await client.json(link + "/-/update", #"{"update": {"n": \#(number)}}"#).status == 200, note)
        #expect(try await numbers("SELECT v FROM t WHERE n IS NOT NULL", client) == [number], note)
        #expect(try await client.json(link + "/-/update", #"{"update": {"n": null}}"#).status == 200, note)
      }
      var left = Set(stored)
      for (number, link) in links.shuffled(using: &random) {
        #expect(try await client.json(link + "/-/delete", "{}").status == 200, note)
        left.remove(number)
        #expect(try await numbers("SELECT v FROM t ORDER BY v", client) == left.sorted(), note)
      }
    }
  }

  private func numbers(_ sql: String, _ client: TestClient) async throws -> [Int] {
    var allowed = CharacterSet.alphanumerics
    allowed.insert(charactersIn: "*=")
    let query = try #require(sql.addingPercentEncoding(withAllowedCharacters: allowed))
    return try await client.get("/sample/-/query.json?sql=\(query)").rows().compactMap { $0["v"] as? Int }
  }

  /// Where the title of each row of the table's page leads, by the number that the row shows.
  private func links(_ client: TestClient) async throws -> [Int: String] {
    let page = try await client.get("/sample/t?_size=max").text
    var links: [Int: String] = [:]
    for row in page.components(separatedBy: "<tr").dropFirst() {
      guard let number = row.firstMatch(of: #/row number (\d+) /#).flatMap({ Int($0.1) }),
        let link = row.firstMatch(of: #/<th scope="row"[^>]*><a href="([^"]*)"/#)
      else { continue }
      #expect(links.updateValue(String(link.1), forKey: number) == nil)
    }
    return links
  }
}

/// A table of a random key with random rows, as statements that make it.
private struct RandomKeys {
  var statements = ""
  /// The condition on rows that an address can hold.
  var isNamed = "1"

  init(_ random: inout SeededGenerator) {
    let width = Int.random(in: 1...3, using: &random)
    let isStrict = Int.random(in: 0..<5, using: &random) == 0
    let types =
      isStrict ? ["ANY"] : ["TEXT", "BLOB", "", "INT", "REAL", "NUMERIC", "TEXT COLLATE NOCASE", "VARCHAR(9)", "ANY"]
    let names = ["k0", "k 1", "k,2"].prefix(width).map { "\"\($0)\"" }
    let columns = names.map { $0 + " " + (types.randomElement(using: &random) ?? "") }
    let isWithoutRowID = Int.random(in: 0..<3, using: &random) == 0
    let taken = !isWithoutRowID && !isStrict && Int.random(in: 0..<4, using: &random) == 0
    let keys = names.shuffled(using: &random).map { Bool.random(using: &random) ? $0 : $0 + " COLLATE BINARY" }
    let options = (isWithoutRowID ? ["WITHOUT ROWID"] : []) + (isStrict ? ["STRICT"] : [])
    statements = """
      CREATE TABLE t (\(columns.joined(separator: ", ")), v INT, n INT, name TEXT\(taken ? ", rowid, oid, _rowid_" : ""), \
      PRIMARY KEY (\(keys.joined(separator: ", "))))\(options.joined(separator: ", "));

      """
    for row in 1...24 {
      let values = names.map { _ in Self.value(&random) }
      statements += """
        INSERT OR IGNORE INTO t (\(names.joined(separator: ", ")), v, name) \
        VALUES (\(values.joined(separator: ", ")), \(row), 'row number \(row) ');

        """
    }
    if isWithoutRowID || taken {
      let lengths = names.map {
        "CASE WHEN typeof(\($0)) IN ('text', 'blob') THEN length(CAST(\($0) AS BLOB)) ELSE 0 END"
      }
      isNamed = (names.map { "\($0) IS NOT NULL" } + ["\(lengths.joined(separator: " + ")) <= 1024"]).joined(
        separator: " AND ")
    }
  }

  /// A value as SQL writes it: often one that looks like another.
  private static func value(_ random: inout SeededGenerator) -> String {
    let texts = [
      "", "a", "A", "a,b", "b,c", ",", "42", "042", "-1", "1.5", "1e2", "~n", "~x61", "~t42", "a/b", ".", "..",
      "a.json", "-", "a b", "a+b",
      "%41", "é", "e\u{301}", "?", "#", "\"<&'", "x", "null", "😀",
    ]
    func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }
    func bytes(_ count: Int) -> String {
      (0..<count).map { _ in
        let byte = UInt8.random(in: 0...255, using: &random)
        return (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }.joined()
    }
    switch Int.random(in: 0..<16, using: &random) {
    case 0: return "NULL"
    case 1, 2: return String(Int.random(in: -3...50, using: &random))
    case 3:
      return ["9007199254740993", "9223372036854775807", "-9223372036854775808", "9007199254740992.0"].randomElement(
        using: &random) ?? "0"
    case 4: return ["1.5", "-0.25", "1e300", "9e999", "-9e999", "42.0", "1e-7"].randomElement(using: &random) ?? "0.5"
    case 5, 6: return "x'\(bytes(Int.random(in: 0...3, using: &random)))'"
    case 7: return "CAST(\(quoted(texts.randomElement(using: &random) ?? "")) AS BLOB)"
    case 8: return "CAST(x'\(bytes(Int.random(in: 1...3, using: &random)))' AS TEXT)"
    // Such that begin alike for longer than pages show them.
    case 9: return "x'\(String(repeating: "ab", count: 40))\(bytes(1))'"
    case 10: return quoted(String(repeating: "long ", count: 150) + String(Int.random(in: 0...99, using: &random)))
    case 11: return "x'\(String(repeating: "cd", count: Bool.random(using: &random) ? 1_200 : 5_000))\(bytes(1))'"
    case 12: return quoted(String(repeating: "x", count: 1_100) + String(Int.random(in: 0...99, using: &random)))
    default: return quoted(texts.randomElement(using: &random) ?? "")
    }
  }
}

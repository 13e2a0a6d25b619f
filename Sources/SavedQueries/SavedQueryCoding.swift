import TableArguments
import TextCoding

/// What the file holds: JSON in UTF-8, a line for each query.
///
/// The first member says whose file it is. Whatever doesn't begin so was made by somebody else, and is left alone.
struct SavedQueryList: Sendable, Equatable {
  /// The number that was given last.
  var last = 0
  var queries: [SavedQuery] = []

  private static let mark = "tablepages saved queries"

  var bytes: [UInt8] {
    let lines = queries.map { Self.object($0).text }
    let list = lines.isEmpty ? "" : "\n" + lines.joined(separator: ",\n") + "\n"
    return Array(
      "{\"file\": \((JSONValue.text(Self.mark) as JSONValue).text), \"version\": 1, \"last\": \(last), \"queries\": [\(list)]}\n"
        .utf8)
  }

  init() {}

  /// - Throws: `SavedQueryError.unavailable` for what isn't such a file, or isn't whole.
  init(_ bytes: [UInt8]) throws(SavedQueryError) {
    guard let value = try? JSONValue(sentJSON: bytes), case .text(Self.mark)? = value["file"] else {
      throw .unavailable("It holds something else than saved queries, and is left alone")
    }
    guard case .integer(1)? = value["version"], let last = Self.number(value["last"], from: 0),
      case .list(let elements)? = value["queries"]
    else { throw Self.damaged }
    self.last = last
    for element in elements { queries.append(try Self.query(element)) }
    guard Set(queries.map(\.number)).count == queries.count, queries.allSatisfy({ $0.number <= last })
    else { throw Self.damaged }
  }

  private static let damaged = SavedQueryError.unavailable("Its list of queries can't be read")

  private static func object(_ query: SavedQuery) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("number", .integer(Int64(query.number))), ("database", .text(query.database)), ("owner", .text(query.owner)),
      ("name", .text(query.content.name)), ("description", .text(query.content.description)),
      ("sql", .text(query.content.statement)), ("shared", .boolean(query.content.isShared)),
      ("version", .integer(Int64(query.version))), ("changed", .integer(query.changedAt)),
    ]
    if let time = query.deletedAt { members.append(("deleted", .integer(time))) }
    return .object(members)
  }

  private static func query(_ value: JSONValue) throws(SavedQueryError) -> SavedQuery {
    guard let number = number(value["number"], from: 1), let version = self.number(value["version"], from: 1),
      let changed = self.number(value["changed"], from: 0), let database = text(value["database"]),
      let owner = text(value["owner"]), let name = text(value["name"]), let description = text(value["description"]),
      let statement = text(value["sql"]), case .boolean(let isShared)? = value["shared"]
    else { throw damaged }
    return SavedQuery(
      number: number, database: database, owner: owner,
      content: SavedQueryContent(name: name, description: description, statement: statement, isShared: isShared),
      version: version, changedAt: Int64(changed), deletedAt: self.number(value["deleted"], from: 0).map(Int64.init))
  }

  /// A number that can be counted on from, and that is a time of this calendar if it is one.
  private static func number(_ value: JSONValue?, from least: Int64) -> Int? {
    guard case .integer(let number)? = value, (least...most).contains(number) else { return nil }
    return Int(number)
  }

  /// The last second of the year 9999.
  private static let most: Int64 = 253_402_300_799

  private static func text(_ value: JSONValue?) -> String? {
    guard case .text(let text)? = value else { return nil }
    return text
  }
}

import TableModel
package import TableRendering

/// What JSON that is sent to a table may hold under a name. Its types are looked at before it is read as the fields of a form, which have none.
package enum EventMember {
  case text, id, version, number, flag
  case ids, values, position, rows

  /// The names that mean something.
  package static let all: [(name: String, member: EventMember)] = [
    ("event", .text), ("row", .id), ("version", .version), ("selected", .ids), ("values", .values), ("action", .text),
    ("move", .text), ("before", .id), ("after", .id), ("to", .position), ("at", .position), ("view", .text),
    ("kind", .number), ("count", .number), ("text", .text), ("confirm", .flag), ("token", .text), ("rows", .rows),
    ("_return", .text),
  ]

  /// What is wrong with an object, a sentence each.
  package static func problems(_ object: [String: NibValue]) -> [String] {
    let unknown = object.keys.sorted().filter { key in !all.contains { $0.name == key } }
    return unknown.map { "There is no member “\($0.prefix(100))” here" }
      + all.compactMap { name, member in
        guard let value = object[name], !member.accepts(value) else { return nil }
        return "\(name) must be \(member.words)"
      }
  }

  private func accepts(_ value: NibValue) -> Bool {
    switch (self, value) {
    case (.text, .text), (.id, .text), (.id, .integer), (.flag, .boolean): true
    case (.number, .integer(let number)): number >= 0
    case (.version, .text(let text)): RowVersion(text) != nil
    case (.ids, .list(let ids)): ids.allSatisfy(EventMember.id.accepts)
    case (.values, .object(let values)): values.values.allSatisfy(Self.isPlain)
    case (.position, .object(let position)):
      position["section"] != nil
        && position.allSatisfy { ["section", "row"].contains($0.key) && EventMember.number.accepts($0.value) }
    case (.rows, .list(let rows)): !rows.isEmpty && rows.allSatisfy(Self.isRow)
    default: false
    }
  }

  private static func isRow(_ value: NibValue) -> Bool {
    guard case .object(let row) = value, row.count == 2, let id = row["row"], let version = row["version"] else {
      return false
    }
    return EventMember.id.accepts(id) && EventMember.version.accepts(version)
  }

  private static func isPlain(_ value: NibValue) -> Bool {
    switch value {
    case .null, .boolean, .integer, .real, .text: true
    case .list, .object, .html: false
    }
  }

  private var words: String {
    switch self {
    case .text: "a text"
    case .id: "the id of a row: a text or a whole number"
    case .version: "the 16 digits that a row has there"
    case .number: "a whole number from 0 on"
    case .flag: "true or false"
    case .ids: "a list of ids of rows"
    case .values: "an object of texts, numbers, true, false and null"
    case .position: "an object with section and row, whole numbers from 0 on"
    case .rows: "a list of rows, each an object with row and version"
    }
  }
}

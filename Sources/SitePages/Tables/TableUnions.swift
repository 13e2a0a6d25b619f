package import SiteTables
package import TableModel

/// Tables of one shape that can be seen as one: `atp_matches_*` for `atp_matches_1968`, `atp_matches_1969` …
package struct TableUnions {
  /// The names that stand for them, each with the number of its tables.
  package let all: [(name: String, count: Int)]

  /// From how many tables on they are offered as one.
  private static let least = 3

  /// Those whose names differ in a number alone.
  package init(_ tables: [TableSummary]) {
    var found: [(shape: Shape, count: Int)] = []
    var places: [Shape: Int] = [:]
    for table in tables where !table.isView {
      guard let name = Self.pattern(of: table.name) else { continue }
      let shape = Shape(name: name, columns: table.columns)
      if let place = places[shape] {
        found[place].count += 1
      } else {
        places[shape] = found.count
        found.append((shape, 1))
      }
    }
    // Of two shapes under one name the first would be shown, which may be the rarer one.
    let names = Dictionary(grouping: found) { $0.shape.name }
    all = found.compactMap { shape, count in
      count >= Self.least && names[shape.name]?.count == 1 ? (shape.name, count) : nil
    }
  }

  private struct Shape: Hashable {
    let name: String
    let columns: [String]
  }

  /// The name with `*` in place of its only number, such as `2024` or `2024-05`; `nil` where there is none, or more than one.
  private static func pattern(of name: String) -> String? {
    var name = name
    // Of every table, for every page that lists them: on the bytes.
    return name.withUTF8 { bytes in
      func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0") <= byte && byte <= UInt8(ascii: "9") }
      func isJoint(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") }
      guard let start = bytes.firstIndex(where: isDigit) else { return nil }
      var end = start, place = start
      while place < bytes.count, isDigit(bytes[place]) || isJoint(bytes[place]) {
        place += 1
        if isDigit(bytes[place - 1]) { end = place }
      }
      guard !bytes[end...].contains(where: isDigit), !bytes.contains(UInt8(ascii: "*")) else { return nil }
      return String(decoding: bytes[..<start], as: UTF8.self) + "*" + String(decoding: bytes[end...], as: UTF8.self)
    }
  }

  /// Links to them.
  package func links(in entry: SiteMap.DatabaseEntry) -> [LinkView] {
    all.map { union in
      LinkView(
        title: entry.title(ofTable: union.name), address: entry.address(ofTable: union.name),
        remark: union.count.counted("table", "tables"))
    }
  }
}

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
    var counts: [Shape: Int] = [:]
    var order: [Shape] = []
    for table in tables where !table.isView {
      guard let name = Self.pattern(of: table.name) else { continue }
      let shape = Shape(name: name, columns: table.columns)
      if counts[shape] == nil { order.append(shape) }
      counts[shape, default: 0] += 1
    }
    // Of two shapes under one name the first would be shown, which may be the rarer one.
    let names = Dictionary(grouping: order) { $0.name }
    all = order.compactMap { shape in
      guard let count = counts[shape], count >= Self.least, names[shape.name]?.count == 1 else { return nil }
      return (shape.name, count)
    }
  }

  private struct Shape: Hashable {
    let name: String
    let columns: [String]
  }

  /// The name with `*` in place of its only number, such as `2024` or `2024-05`; `nil` where there is none, or more than one.
  private static func pattern(of name: String) -> String? {
    let bytes = name.utf8
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    guard let start = bytes.firstIndex(where: isDigit) else { return nil }
    var end = start, place = start
    while place < bytes.endIndex {
      let byte = bytes[place]
      guard isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") else { break }
      place = bytes.index(after: place)
      if isDigit(byte) { end = place }
    }
    guard !bytes[end...].contains(where: isDigit), !bytes.contains(UInt8(ascii: "*")) else { return nil }
    return name[..<start] + "*" + name[end...]
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

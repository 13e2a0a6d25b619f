package import TableArguments
package import TableModel

/// The tables of a database that its page shows: those whose names hold some words, so many at a time.
package struct TablesShown {
  /// Those on the page.
  package let tables: ArraySlice<TableSummary>
  /// How many there are on all pages.
  package let count: Int
  /// What names have to hold; empty for all.
  package let words: String
  /// The query of the page before and of the next one; `nil` where there is none.
  package let previous, next: String?

  /// How many tables a page shows at most.
  package static let limit = 500
  /// From how many tables on there is a field that filters them by name.
  package static let filterLimit = 20

  /// - Parameter arguments: `_name`, what names have to hold; `_from`, the number of the first table, from 0.
  /// - Throws: `ArgumentErrors` for any other number.
  package init(_ tables: [TableSummary], _ arguments: [(name: String, value: String)]) throws(ArgumentErrors) {
    func argument(_ name: String) -> String? { arguments.last { $0.name == name }?.value }
    let words = argument("_name") ?? ""
    let start = argument("_from").map { Int($0) ?? -1 } ?? 0
    guard start >= 0 else { throw ArgumentErrors(messages: ["_from must be a number from 0"]) }
    self.words = words
    let wanted = words.lowercased()
    let found = wanted.isEmpty ? tables : tables.filter { $0.name.lowercased().contains(wanted) }
    count = found.count
    let first = min(start, found.count)
    self.tables = found[first..<min(first + Self.limit, found.count)]
    func query(from place: Int) -> String {
      var text = QueryText()
      if !wanted.isEmpty { text.append("_name", words) }
      if place > 0 { text.append("_from", String(place)) }
      return text.behind("")
    }
    previous = first > 0 ? query(from: max(0, first - Self.limit)) : nil
    next = first + Self.limit < found.count ? query(from: first + Self.limit) : nil
  }
}

package import TableModel
internal import TextCoding

/// Where rows lead, as the owner of a table writes it: `/shop/{{id}}`, `{{homepage}}`.
///
/// A value that the template begins with is an address as it is; everywhere else values are part of one, and encoded.
package struct LinkTemplate: Sendable, Hashable {
  private enum Part: Sendable, Hashable {
    case literal(String)
    case column(Int)
  }

  private let parts: [Part]

  /// A name in a template that is no column.
  package struct UnknownColumn: Error, Sendable, Equatable {
    /// The name.
    package let name: String
  }

  /// Reads a template.
  /// - Throws: `UnknownColumn` for a name that the table doesn't have.
  package init(_ template: String, schema: RecordSchema) throws(UnknownColumn) {
    var parts: [Part] = []
    var rest = template[...]
    while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
      if open.lowerBound > rest.startIndex { parts.append(.literal(String(rest[..<open.lowerBound]))) }
      let name = rest[open.upperBound..<close.lowerBound].split(separator: " ").joined(separator: " ")
      guard let column = schema.column(named: name) else { throw UnknownColumn(name: name) }
      parts.append(.column(column))
      rest = rest[close.upperBound...]
    }
    if !rest.isEmpty { parts.append(.literal(String(rest))) }
    self.parts = parts
  }

  /// The address for a row; `nil` if a value of it is missing. Whether it is one that may be written is for the writer to check.
  package func address(for record: Record) -> String? {
    var address = ""
    for (position, part) in parts.enumerated() {
      switch part {
      case .literal(let text): address += text
      case .column(let column):
        let value = record[column]
        if value == .null { return nil }
        address += position == 0 ? value.description : PercentEncoding.encode(value.description)
      }
    }
    return address
  }
}

import TableModel
package import TextCoding

extension NumberSpelling {
  /// The declared type of a column that spells its numbers so. The names make SQLite keep the values as they are given: numbers as reals,
  /// even whole ones, and texts as texts (https://sqlite.org/datatype3.html section 3.1).
  package var declaredType: String {
    switch self {
    case .decimals(let decimals): "REAL(15,\(decimals))"
    case .verbatim: "NUMERIC TEXT"
    }
  }

  /// The spelling that a declared type stands for; `nil` for all others.
  package init?(declaredType: String) {
    let type = declaredType.uppercased()
    if type == Self.verbatim.declaredType {
      self = .verbatim
    } else if type.hasPrefix("REAL(15,"), let decimals = Int(type.dropFirst(8).dropLast()),
      (0...Self.maximumDecimals).contains(decimals), type == Self.decimals(decimals).declaredType
    {
      self = .decimals(decimals)
    } else {
      return nil
    }
  }
}

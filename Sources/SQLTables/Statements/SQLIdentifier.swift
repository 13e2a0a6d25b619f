/// The one place where a name becomes part of a statement.
///
/// Names come from the database's own schema, never from a request; they are still any text at all.
package struct SQLIdentifier: Sendable, Hashable, CustomStringConvertible {
  /// The name between double quotes, those within doubled (SQL:2016, "delimited identifier").
  package let description: String

  /// A name as the database spells it.
  package init(_ name: String) {
    guard name.utf8.contains(UInt8(ascii: "\"")) else {
      description = "\"\(name)\""
      return
    }
    var quoted = "\""
    for scalar in name.unicodeScalars {
      if scalar == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(scalar)
    }
    description = quoted + "\""
  }
}

import TableRendering

/// Numbers as grids show them, for texts.
package enum NumberText {
  /// `1,234.5`; with so many digits behind the point where they are said.
  package static func words(_ number: Double, fractionDigits: Int? = nil) -> String {
    var text = ByteSink(capacity: 32)
    text.grouped(number, fractionDigits: fractionDigits)
    return text.string
  }
}

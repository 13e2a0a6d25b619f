import TableRendering

/// Numbers as grids show them, for texts.
enum NumberText {
  /// `1,234.5`; with so many digits behind the point where they are said.
  static func words(_ number: Double, fractionDigits: Int? = nil) -> String {
    var text = ByteSink(capacity: 32)
    text.grouped(number, fractionDigits: fractionDigits)
    return text.string
  }
}

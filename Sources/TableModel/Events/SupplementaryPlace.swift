/// Which header or footer of a table it is.
public enum SupplementaryPlace: Sendable, Hashable {
  /// The table's own.
  case header, footer
  /// A section's, by the section's place in the table, counted from 0.
  case sectionHeader(Int), sectionFooter(Int)
}

extension SupplementaryPlace: CustomStringConvertible {
  /// `header`, `footer`, `header-2`, `footer-2`, as it stands in forms and JSON; the number is the section's place.
  public var description: String {
    switch self {
    case .header: "header"
    case .footer: "footer"
    case .sectionHeader(let section): "header-\(section)"
    case .sectionFooter(let section): "footer-\(section)"
    }
  }

  /// Reads what `description` wrote; `nil` for anything else.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let part = parts.first, parts.count <= 2 else { return nil }
    let section = parts.count == 2 ? Int(parts[1]) : nil
    switch (part, section) {
    case ("header", nil) where parts.count == 1: self = .header
    case ("footer", nil) where parts.count == 1: self = .footer
    case ("header", let section?) where section >= 0: self = .sectionHeader(section)
    case ("footer", let section?) where section >= 0: self = .sectionFooter(section)
    default: return nil
    }
  }
}

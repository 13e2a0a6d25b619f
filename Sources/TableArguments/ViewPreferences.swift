/// How a visitor wants tables to look. Kept in a cookie of the visitor's browser, so it needs neither a session nor a script.
package struct ViewPreferences: Hashable, Sendable {
  package enum Density: String, CaseIterable, Sendable { case compact, comfortable }
  /// What a grid is on a phone: list cells, or the grid with a frozen first column.
  package enum Phone: String, CaseIterable, Sendable { case cells, grid }
  package enum Theme: String, CaseIterable, Sendable { case system, light, dark }

  package var density = Density.compact
  package var phone = Phone.cells
  package var theme = Theme.system

  package static let cookieName = "tablepages-view"

  /// The value of the cookie: the three choices, joined with dots.
  package var cookieValue: String { "\(density.rawValue).\(phone.rawValue).\(theme.rawValue)" }

  package init() {}

  /// What a cookie says; parts that are missing or unknown keep their defaults.
  package init(cookieValue: some StringProtocol) {
    for part in cookieValue.split(separator: ".") { read(String(part)) }
  }

  private mutating func read(_ part: String) {
    if let choice = Density(rawValue: part) {
      density = choice
    } else if let choice = Phone(rawValue: part) {
      phone = choice
    } else if let choice = Theme(rawValue: part) {
      theme = choice
    }
  }

  /// One number takes less than the texts that the choices are.
  package func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// All choices in one number, for the keys of caches.
  package var code: UInt8 {
    let density: UInt8 = self.density == .compact ? 0 : 1
    let phone: UInt8 = self.phone == .cells ? 0 : 2
    let theme: UInt8 =
      switch self.theme {
      case .system: 0
      case .light: 4
      case .dark: 8
      }
    return density | phone | theme
  }
}

package import MicroHTTP
import Secrets
import SiteAccess

/// Flashes on their way to the page that shows them. The visitor's cookie holds nothing but a random name, so that nobody can put words
/// or forms on a page of somebody else.
package final class FlashStore: Sendable {
  /// What the cookie is called.
  static func cookieName(at host: String?) -> String { CookieName.make("tablepages-flash", at: host) }
  /// A page follows a form at once; one that nobody came back for is not worth keeping.
  static let seconds = 120

  private let flashes: TokenStore<Flash>

  /// - Parameter limit: how many wait at most; the oldest goes for one more.
  init(limit: Int = 1_024) { flashes = TokenStore(limit: limit) }

  /// Keeps a flash. - Returns: the name that brings it back, which can't be guessed.
  func keep(_ flash: Flash) -> String { flashes.keep(flash) }

  /// The flash that a visitor's cookie names; it stays until it has been shown.
  package func flash(for request: Request) -> Flash? { Self.name(in: request).flatMap { flashes[$0] } }

  /// Forgets the flash that a visitor's cookie names.
  func forget(_ request: Request) {
    if let name = Self.name(in: request) { flashes.take(name) }
  }

  /// Whether a visitor's cookie names a flash, known or not.
  package static func isNamed(in request: Request) -> Bool { name(in: request) != nil }

  private static func name(in request: Request) -> String? {
    // Most requests have no cookie at all, and looking is cheaper than parsing.
    guard request.header("Cookie") != nil else { return nil }
    return request.cookie(named: cookieName(at: request.host))
  }
}

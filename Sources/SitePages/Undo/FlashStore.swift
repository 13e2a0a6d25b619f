import Glibc
package import MicroHTTP
import Secrets
import SiteAccess

/// Flashes on their way to the page that shows them. Nobody can put words or forms on a page of somebody else: where one server knows them, the
/// visitor's cookie holds nothing but a random name; where several do, it holds the flash itself, signed.
package final class FlashStore: Sendable {
  /// What the cookie is called.
  static func cookieName(at host: String?) -> String { CookieName.make("tablepages-flash", at: host) }
  /// A page follows a form at once; one that nobody came back for is not worth keeping.
  static let seconds = 120
  /// Characters of a flash in a cookie at most: browsers keep 4,096 bytes (RFC 6265 section 6.1).
  private static let cookieLimit = 3_500

  private let flashes: TokenStore<Flash>
  private let signer: MessageSigner?

  /// - Parameters:
  ///   - limit: how many wait at most where this server alone knows them; the oldest goes for one more.
  ///   - secret: what flashes in cookies are signed with.
  ///   - isShared: whether another server may show the page.
  init(limit: Int = 1_024, secret: String? = nil, isShared: Bool = false) {
    flashes = TokenStore(limit: limit)
    signer = isShared ? MessageSigner(secret: secret, purpose: "tablepages flash") : nil
  }

  /// Keeps a flash. - Returns: the value of the cookie that brings it back, which can't be guessed.
  func keep(_ flash: Flash) -> String {
    guard let signer else { return flashes.keep(flash) }
    var flash = flash
    while true {
      let content = FlashCoding.bytes(flash, expires: time(nil) + Self.seconds)
      let cookie = signer.signedText(content)
      guard cookie.utf8.count > Self.cookieLimit, flash.message.count > 1 else { return cookie }
      // Long lists of what happened lose their end rather than their button.
      flash.message = String(flash.message.prefix(flash.message.count / 2)) + "…"
    }
  }

  /// The flash that a visitor's cookie names; it stays until it has been shown.
  package func flash(for request: Request) -> Flash? {
    guard let name = Self.name(in: request) else { return nil }
    guard let signer else { return flashes[name] }
    return signer.message(ofSignedText: name).flatMap { FlashCoding.flash($0, at: time(nil)) }
  }

  /// Forgets the flash that a visitor's cookie names. One that stands in the cookie goes with it.
  func forget(_ request: Request) {
    if signer == nil, let name = Self.name(in: request) { flashes.take(name) }
  }

  /// Whether a visitor's cookie names a flash, known or not.
  package static func isNamed(in request: Request) -> Bool { name(in: request) != nil }

  private static func name(in request: Request) -> String? {
    // Most requests have no cookie at all, and looking is cheaper than parsing.
    guard request.header("Cookie") != nil else { return nil }
    return request.cookie(named: cookieName(at: request.host))
  }
}

/// A flash as bytes in a cookie.
private enum FlashCoding {
  static func bytes(_ flash: Flash, expires: Int) -> [UInt8] {
    var texts = [String(expires), flash.outcome == .done ? "done" : "refused", flash.message]
    if let undo = flash.undo {
      texts += [undo.action, undo.title] + undo.fields.flatMap { [$0.name, $0.value] }
    }
    return FieldBytes.bytes(texts.map { Array($0.utf8) })
  }

  static func flash(_ bytes: [UInt8], at now: Int) -> Flash? {
    guard let texts = FieldBytes.fields(bytes)?.map(FieldBytes.text), texts.count >= 3, let expires = Int(texts[0]),
      expires > now
    else { return nil }
    var flash = Flash(texts[2], texts[1] == "done" ? .done : .refused)
    if texts.count >= 5 {
      let fields = stride(from: 5, to: texts.count - 1, by: 2).map { FieldView(name: texts[$0], value: texts[$0 + 1]) }
      flash.undo = Flash.Undo(action: texts[3], fields: fields, title: texts[4])
    }
    return flash
  }
}

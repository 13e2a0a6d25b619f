package import MicroHTTP
import Secrets
package import TableModel

/// Brings back with a visitor's next requests how far the databases were at their last changes, whichever of the site's servers answers: browsers by a
/// cookie, scripts by the header `Change-Position` of an answer, which they send back.
///
/// It is signed: whoever could make one would be answered by the server that takes changes whenever they like.
package struct ChangeMarks: Sendable {
  private let signer: MessageSigner
  private let home: String
  /// By then every server that is read from has what was changed, or isn't read from any more.
  static let seconds = 300
  /// Characters of a mark at most.
  private static let limit = 3_500
  /// The field of answers and requests.
  static let field: StaticString = "Change-Position"

  /// - Parameters:
  ///   - secret: what marks are signed with; the same on all servers of the site.
  ///   - home: the path below which the cookie is sent.
  package init(secret: String?, home: String) {
    signer = MessageSigner(secret: secret, purpose: "tablepages own changes")
    self.home = home
  }

  /// What the visitor of a request has changed lately; `nil` where it changes nothing, and brings no mark.
  package func changes(of request: Request) -> OwnChanges? {
    let mayChange = !request.isReading
    let marks = [request.header(Self.field), cookie(of: request)].compactMap { $0.flatMap(positions) }
    guard mayChange || !marks.isEmpty else { return nil }
    return OwnChanges(marks.reduce(into: [:]) { $0.merge($1) { max($0, $1) } }, mayChange: mayChange)
  }

  /// Adds what a request has changed to its answer.
  package func add(_ changes: OwnChanges, to response: inout Response, for request: Request) {
    guard let noted = changes.noted else { return }
    let mark = text(noted)
    let name = CookieName.make("tablepages-changes", at: request.host)
    let cookie = "\(name)=\(mark); Path=\(home); Max-Age=\(Self.seconds); SameSite=Lax; HttpOnly"
    response.headers.append(Header(.setCookie, cookie + (request.isSecure ? "; Secure" : "")))
    response.headers.append(Header(HeaderName(stringLiteral: Self.field), mark))
  }

  private func cookie(of request: Request) -> String? {
    // Most requests have no cookie at all, and looking is cheaper than parsing.
    guard request.header("Cookie") != nil else { return nil }
    return request.cookie(named: CookieName.make("tablepages-changes", at: request.host))
  }

  private func text(_ positions: [String: UInt64]) -> String {
    let fields = positions.sorted { $0.key < $1.key }.flatMap { [Array($0.key.utf8), Array(String($0.value).utf8)] }
    return signer.signedText(FieldBytes.bytes(fields))
  }

  /// - Returns: `nil` for what none of the site's servers has written.
  private func positions(_ text: String) -> [String: UInt64]? {
    guard text.utf8.count <= Self.limit, let content = signer.message(ofSignedText: text),
      let fields = FieldBytes.fields(content)?.map(FieldBytes.text)
    else { return nil }
    return stride(from: 0, to: fields.count - 1, by: 2).reduce(into: [:]) { positions, place in
      positions[fields[place]] = UInt64(fields[place + 1])
    }
  }
}

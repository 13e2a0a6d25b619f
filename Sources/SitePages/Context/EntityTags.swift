internal import Hashing
package import MicroHTTP
package import TableModel

/// Makes weak validators (RFC 9110 section 8.8.1): the same as long as a page is the same but for the time that it took.
///
/// A tag is a hash of the page, not of the state of its data: who has the page needn't be sent it again for a change that it doesn't show, and each
/// server of a site calls it the same. Only where parts of it come later is it told by that state as well.
package struct EntityTags: Sendable {
  private let key: ContentHash.Key

  /// - Parameter secret: what the servers of one site have in common; without one, and after a start, tags are others.
  package init(secret: String?) {
    let name = Array("pages".utf8)
    key =
      if let secret {
        HMAC(secret: Array(secret.utf8), purpose: "tablepages entity tags").code(of: name.span).words
      } else {
        ContentHash.Key.random(in: .min ... .max)
      }
  }

  /// The validator of an answer.
  /// - Parameters:
  ///   - passing: the bytes of its body that are others each time.
  ///   - state: of the data, where parts of the page that come later may be others though it is the same.
  /// - Returns: `nil` for what isn't in memory.
  package func tag(of body: Body, without passing: Range<Int>, at state: DataVersion?) -> String? {
    body.contentHash(without: passing, under: key).map {
      "W/\"\(String($0 ^ UInt64(truncatingIfNeeded: state?.fingerprint ?? 0), radix: 36))\""
    }
  }
}

internal import MicroHTTP
import PageCaching
import SiteAccess
import SitePages
import TableArguments

/// Who asks, and what tells the answer to a request from others. Found once, however many places need it.
struct Visit: Sendable {
  let visitor: Visitor
  let preferences: ViewPreferences
  /// Whether a cookie names a flash, known or not: then no kept page is the right one.
  let namesFlash: Bool
  /// Whether the page that is asked for is another one for what the visitor's browser has kept: then no kept page is the right one either.
  let hasRemembered: Bool
  /// How its client would wait for another answer than the one that it has; `nil` for who doesn't wait.
  let wait: WaitPreference?
  let key: PageCache.Key
  /// A kept page of which the database has to say whether it stands.
  var uncertain: PageCache.Entry?
  /// Whose visitor it is: a request may pass by several servers.
  private let access: ObjectIdentifier

  init(_ request: Request, of visitor: Visitor, _ access: Access) {
    self.visitor = visitor
    self.access = ObjectIdentifier(access)
    preferences = ViewPreferences(request)
    wait = request.waitPreference
    // What is said once is for the page that is led to, not for one that is open.
    namesFlash = wait == nil && FlashStore.isNamed(in: request)
    hasRemembered = RememberedView(request) != nil && !RememberedView.isSaid(in: request.target)
    key = PageCache.Key(request, preferences, audience: visitor.audience)
  }

  /// What was found before.
  init?(foundOf request: Request, _ access: Access) {
    guard let found = request.findings as? Visit, found.access == ObjectIdentifier(access) else { return nil }
    self = found
  }
}

extension PageCache.Key {
  /// What the answer to a request depends on.
  fileprivate init(_ request: Request, _ preferences: ViewPreferences, audience: UInt64) {
    let format = PageFormat(accept: request.header("Accept"))
    let target = request.target
    self.init(target: target, format: format, preferences: preferences.code, audience: audience)
    if format != .html || target.utf8.isData { origin = request.origin }
  }
}

extension String.UTF8View {
  /// Whether the path before `?` ends with a suffix: names hold no dots, which are written `~2E`.
  fileprivate var isData: Bool {
    var hasDot = false
    let bytes = span
    for place in bytes.indices {
      let byte = bytes[place]
      switch byte {
      case UInt8(ascii: "?"): return hasDot
      case UInt8(ascii: "/"): hasDot = false
      case UInt8(ascii: "."): hasDot = true
      default: break
      }
    }
    return hasDot
  }
}

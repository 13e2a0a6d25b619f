package import MicroHTTP
package import SiteAccess
import SiteTables
import TableArguments
package import TableRendering

/// Who is signed in, and where people sign in.
extension SiteContext {
  /// The path of the page on which people sign in.
  package var signInAddress: String { map.base + "/-/sign-in" }

  /// Who is signed in, with the way out, or the way in: what stands at the end of the top bar. `nil` where nobody can sign in.
  /// - Parameter path: path and query of the page, to come back to.
  package func account(_ visitor: Visitor?, returnTo path: String) -> HTML? {
    guard access.isInUse, let visitor else { return nil }
    var view = AccountView(assets: assets.view, accessStyle: assets.accessStyle)
    if visitor.isSignedIn, visitor.means == .session {
      view.visitor = visitor.name ?? ""
      view.changesAddress = changesAddress
      view.signOutAction = map.base + "/-/sign-out"
    } else if !visitor.isSignedIn, access.hasUsers {
      view.signInAddress = signInAddress(returnTo: path)
    } else {
      return nil
    }
    return nibs.account.html(view)
  }

  /// The page for signing in that leads back to where the visitor is: to what was asked for, unless it was a form.
  package func signInAddress(from request: Request) -> String {
    request.method == .get ? signInAddress(returnTo: request.target) : signInAddress
  }

  private func signInAddress(returnTo path: String) -> String {
    var query = QueryText()
    query.append("_return", path)
    return signInAddress + "?" + query.text
  }
}

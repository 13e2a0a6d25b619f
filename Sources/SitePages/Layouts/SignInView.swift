import TableRendering

/// `sign-in.html`: the page on which people sign in.
package struct SignInView: NibView {
  package let frame: FrameView
  package let signInAction, returnPath, name: String
  package let visitor: String?
  package let hasForm: Bool
  package let problem: String?

  package init(
    frame: FrameView, signInAction: String, returnPath: String, name: String, visitor: String?, hasForm: Bool,
    problem: String?
  ) {
    self.frame = frame
    self.signInAction = signInAction
    self.returnPath = returnPath
    self.name = name
    self.visitor = visitor
    self.hasForm = hasForm
    self.problem = problem
  }
}

/// `account.html`: who is signed in, with the way out; or the way in.
package struct AccountView: NibView {
  let assets: AssetsView
  let accessStyle: String
  var visitor, changesAddress, signOutAction, signInAddress: String?
}

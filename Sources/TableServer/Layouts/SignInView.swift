import TableRendering

/// `sign-in.html`: the page on which people sign in.
struct SignInView: NibView {
  let frame: FrameView
  let signInAction, returnPath, name: String
  let visitor: String?
  let hasForm: Bool
  let problem: String?
}

/// `account.html`: who is signed in, with the way out; or the way in.
struct AccountView: NibView {
  let assets: AssetsView
  let accessStyle: String
  var visitor, signOutAction, signInAddress: String?
}

import TableRendering

/// `introspection.html`: what the site tells of itself.
struct IntrospectionView: NibView {
  struct Part: NibView {
    let title: String
    var facts: [FieldView] = []
    var partID = ""
  }

  let frame: FrameView
  let heading, summary: String
  let others: [LinkView]
  let parts: [Part]
  let formatAddress, timing: String
}

import TableRendering

/// `introspection.html`: what the site tells of itself.
struct IntrospectionView: NibView {
  struct Other: NibView {
    let other: String
    let otherAddress: String
    let isCurrent: Bool
  }

  struct Part: NibView {
    let partID: String
    let part: String
    let facts: [Fact]
  }

  struct Fact: NibView {
    let fact: String
    let value: String
  }

  let frame: FrameView
  let heading: String
  let summary: String
  let others: [Other]
  let parts: [Part]
  let formatAddress: String
  let timing: String
}

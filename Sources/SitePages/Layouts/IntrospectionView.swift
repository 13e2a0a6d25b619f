import TableRendering

/// `introspection.html`: what the site tells of itself.
package struct IntrospectionView: NibView {
  package struct Part: NibView {
    package let title: String
    package var facts: [FieldView] = []
    package var partID = ""

    package init(title: String, facts: [FieldView] = [], partID: String = "") {
      self.title = title
      self.facts = facts
      self.partID = partID
    }
  }

  package let frame: FrameView
  package let heading, summary: String
  package let others: [LinkView]
  package let parts: [Part]
  package let formatAddress, timing: String

  package init(
    frame: FrameView, heading: String, summary: String, others: [LinkView], parts: [Part], formatAddress: String,
    timing: String
  ) {
    self.frame = frame
    self.heading = heading
    self.summary = summary
    self.others = others
    self.parts = parts
    self.formatAddress = formatAddress
    self.timing = timing
  }
}

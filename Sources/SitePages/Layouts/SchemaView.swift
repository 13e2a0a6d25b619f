import TableRendering

/// `schema.html`: the statements that made tables.
package struct SchemaView: NibView {
  /// Those of one database, or of one table.
  package struct Part: NibView {
    package let partID, title, titleAddress, statement: String
    package let isEmpty: Bool

    package init(partID: String, title: String, titleAddress: String, statement: String) {
      self.partID = partID
      self.title = title
      self.titleAddress = titleAddress
      self.statement = statement
      isEmpty = statement.isEmpty
    }
  }

  package let frame: FrameView
  package let heading, summary: String
  package let parts: [Part]
  package let formatAddress, textAddress, timing: String

  package init(
    frame: FrameView, heading: String, summary: String, parts: [Part], formatAddress: String, textAddress: String,
    timing: String
  ) {
    self.frame = frame
    self.heading = heading
    self.summary = summary
    self.parts = parts
    self.formatAddress = formatAddress
    self.textAddress = textAddress
    self.timing = timing
  }
}
